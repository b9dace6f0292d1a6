import { unpackRecords } from './packed-records';

/** One unprocessed record of the log. */
export interface LogRecord {
  readonly partition: number;
  /** The id of the entry, which may contain several records. */
  readonly id: string;
  /** Place in the entry. */
  readonly index: number;
  /** How many records the entry holds. */
  readonly of: number;
  /** JSON text of a `LogRecordBody` or a `LoggedEvent`. */
  readonly raw: string;
  /** The project in whose count the entry is included; absent for entries that are older than these counts. */
  readonly projectId?: number;
  /** How often it came back from the dead letters; absent: never. */
  readonly replays?: number;
}

/** All records of an entry. @param origin where it is counted, and replays of its only record. */
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
