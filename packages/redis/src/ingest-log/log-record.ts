import { unpackRecords } from './packed-records';

/** One unprocessed record of the log. */
export interface LogRecord {
  readonly partition: number;
  /** Of the stream entry, which may hold several records. */
  readonly id: string;
  /** Place in the stream entry. */
  readonly index: number;
  /** How many records the stream entry holds. */
  readonly of: number;
  /** JSON text of a `LogEntry` or a `SentEvent`. */
  readonly raw: string;
  /** How often it came back from the dead letters; absent: never. */
  readonly replays?: number;
}

/** All records of a stream entry. @param replays of its only record. */
export function recordsOf(
  partition: number,
  id: string,
  value: string,
  replays: number,
): LogRecord[] {
  const texts = unpackRecords(value);
  const of = texts.length;
  return texts.map((raw, index) => {
    const record = { partition, id, index, of, raw };
    return replays > 0 ? { ...record, replays } : record;
  });
}
