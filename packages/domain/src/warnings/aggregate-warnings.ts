import { v5 } from 'uuid';
import type { RaisedWarning } from './raised-warning';
import type { WarningRow } from './warning-row';

/** A warning and the record of the log that it comes from. */
export interface WarningOccurrence {
  readonly partition: number;
  /** The id of the stream entry. */
  readonly recordId: string;
  readonly warning: RaisedWarning;
}

/** The maximum number of rows for one project and type, per partition of a range. */
export const ROWS_PER_TYPE = 4;

const NAMESPACE = 'b0d7a4f2-6f0e-4d0c-9a55-0c8b2f9f7a31';

type OpenRow = { -readonly [Key in keyof WarningRow]: WarningRow[Key] };

/**
 * Aggregates the warnings of a range, so that a project with only invalid events causes few rows per range. Distinct
 * ids are distributed over `ROWS_PER_TYPE` rows by their hash; a row contains the first of them.
 *
 * The uuid of a row is computed from its first record. If a range is read again, it starts at the same record of each
 * partition (acknowledged records no longer exist), so its rows replace the earlier ones, wherever the range ends
 * this time; records after its end begin new rows. Thus every occurrence is counted once.
 *
 * @param occurrences in the order of the log within each partition
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

/** The row of a distinct id, by its FNV-1a hash. */
function bucketOf(distinctId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < distinctId.length; at += 1) {
    hash = Math.imul(hash ^ distinctId.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % ROWS_PER_TYPE;
}
