import type { ClickHouse } from '@tidemark/clickhouse';
import type { IngestWarning } from '@tidemark/contracts';
import type { WarningOccurrence, WarningRow } from '@tidemark/domain';
import { aggregateWarnings, capturedWarningRow, warningRowLine } from '@tidemark/domain';
import { warningEvents } from './warning-events';
import type { NewInternalEvent } from '@tidemark/postgres';
import type { WorkerMetrics } from '../worker-metrics';

export interface WarningDeps {
  readonly clickhouse: ClickHouse;
  readonly metrics: WorkerMetrics;
  /** Records events for destinations; an existing one is unchanged. */
  readonly recordInternalEvents: (events: readonly NewInternalEvent[]) => Promise<void>;
}

/**
 * Stores the combined warnings of a range. Must be called before the events are stored: if the range is repeated,
 * events that are in ClickHouse raise no warnings.
 */
export async function storeWarnings(
  deps: WarningDeps,
  occurrences: readonly WarningOccurrence[],
  captured: readonly IngestWarning[] = [],
): Promise<void> {
  await storeRows(deps, [...aggregateWarnings(occurrences), ...captured.map(capturedWarningRow)]);
}

/** Stores one row for one occurrence, so that it can be repeated separately. */
export async function storeWarning(deps: WarningDeps, one: WarningOccurrence): Promise<void> {
  await storeRows(deps, aggregateWarnings([one]));
}

async function storeRows(
  { clickhouse, metrics, recordInternalEvents }: WarningDeps,
  rows: readonly WarningRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await recordInternalEvents(warningEvents(rows));
  const lines = Buffer.from(rows.map(warningRowLine).join('\n'));
  await clickhouse.insertJsonEachRow('ingestion_warnings', lines);
  for (const { type, count } of rows) metrics.countWarning(type, count);
  metrics.countRows('ingestion_warnings', rows.length);
}
