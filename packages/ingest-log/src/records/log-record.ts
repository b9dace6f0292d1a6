import { unpackRecords } from './packed-records';

/** One unprocessed record of the log. */
export interface LogRecord {
  readonly partition: number;
  /** The id of the entry, which may contain several records. */
  readonly id: string;
  /** Index of the record in the entry. */
  readonly index: number;
  /** The number of records in the entry. */
  readonly of: number;
  /** JSON text of a `LogRecordBody` or a `LoggedEvent`. */
  readonly raw: string;
  /** The project for which the entry is counted; absent for entries from before these counts. */
  readonly projectId?: number;
  /** How often the record was replayed from the dead letters; absent: never. */
  readonly replays?: number;
}

/** Returns all records of an entry. The last parameter has its project, and the replays of its only record. */
export function recordsOf(
  partition: number,
  id: string,
  value: string,
  { projectId, replays }: { readonly projectId: number; readonly replays: number },
): LogRecord[] {
  const texts = unpackRecords(value);
  const of = texts.length;
  return texts.map((raw, index) => {
    return {
      ...{ partition, id, index, of, raw },
      ...(projectId > 0 && { projectId }),
      ...(replays > 0 && { replays }),
    };
  });
}
