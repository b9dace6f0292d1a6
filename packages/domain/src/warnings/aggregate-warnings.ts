import { v5 } from 'uuid';
import type { RaisedWarning } from './raised-warning';
import type { WarningRow } from './warning-row';

/** A warning and the record of the log that it comes from. */
export interface WarningOccurrence {
  readonly partition: number;
  /** Stream id. */
  readonly recordId: string;
  readonly warning: RaisedWarning;
}

/** Rows that a project's warnings of one type can become per partition of a range. */
export const ROWS_PER_TYPE = 4;

const NAMESPACE = 'b0d7a4f2-6f0e-4d0c-9a55-0c8b2f9f7a31';

type OpenRow = { -readonly [Key in keyof WarningRow]: WarningRow[Key] };

/**
 * Adds up a range's warnings, so that a project whose every event is bad costs a few rows per range.
 * Distinct ids are spread over `ROWS_PER_TYPE` rows by their hash; a row shows the first of them.
 *
 * A row's uuid is made from its first record. A range that comes again starts at the same record of each
 * partition (whatever was acknowledged is gone), so its rows replace the earlier ones, wherever it ends
 * now; what is past its end begins rows of its own. Counts add up to the truth either way.
 *
 * @param occurrences in the order of the log, within each partition.
 */
export function aggregateWarnings(occurrences: readonly WarningOccurrence[]): WarningRow[] {
  const rows = new Map<string, OpenRow>();
  for (const { partition, recordId, warning } of occurrences) {
    const { projectId, type, distinctId, details, timestamp } = warning;
    const key = `${projectId}:${type}:${partition}:${bucketOf(distinctId)}`;
    const open = rows.get(key);
    if (open !== undefined) {
      open.count += 1;
      continue;
    }
    rows.set(key, {
      uuid: v5(`${projectId}:${type}:${partition}:${recordId}`, NAMESPACE),
      projectId,
      type,
      distinctId,
      source: 'ingestion',
      details,
      timestamp,
      count: 1,
    });
  }
  return [...rows.values()];
}

/** FNV-1a. */
function bucketOf(distinctId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < distinctId.length; at += 1) {
    hash = Math.imul(hash ^ distinctId.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % ROWS_PER_TYPE;
}
