import type { IngestWarning } from '@tidemark/contracts';
import { dateTimeText } from '../dates/date-time-text';
import { serializeJson } from '../json/serialize-json';
import type { JsonObject } from '../json/json-object';
import { warningFacts } from './warning-types';

/** One row of `ingestion_warnings`. */
export interface WarningRow {
  /** The same for a repetition of the same occurrences, whose row replaces the earlier one. */
  readonly uuid: string;
  readonly projectId: number;
  readonly type: string;
  /** Empty if the warning is about no distinct id or about several. */
  readonly distinctId: string;
  /** The part of Tidemark that raised the warning. */
  readonly source: 'capture' | 'ingestion';
  /** The details of the first occurrence. */
  readonly details: JsonObject;
  /** The time of the first occurrence; UTC, ISO 8601. */
  readonly timestamp: string;
  /** The number of occurrences in this row. */
  readonly count: number;
}

/** Converts a warning from the edge, read from the ingest log, into a row. */
export function capturedWarningRow(warning: IngestWarning): WarningRow {
  return {
    uuid: warning.uuid,
    projectId: warning.team_id,
    type: warning.type,
    distinctId: warning.distinct_id,
    source: 'capture',
    details: warning.details,
    timestamp: warning.timestamp,
    count: warning.count,
  };
}

/** One line of JSONEachRow; `details` is a JSON object as text. */
export function warningRowLine(row: WarningRow): string {
  const { category, severity } = warningFacts(row.type);
  return JSON.stringify({
    uuid: row.uuid,
    team_id: row.projectId,
    type: row.type,
    category,
    severity,
    source: row.source,
    distinct_id: row.distinctId,
    details: serializeJson(row.details),
    timestamp: dateTimeText(new Date(row.timestamp)),
    count: row.count,
  });
}
