import type { LogRecord } from './log-record';

/** Tracks finished records, because an entry is removed when all of its records are finished. */
export interface FinishedRecords {
  /** Returns one record of each entry that is complete when these records are finished too. */
  completed(records: readonly LogRecord[]): LogRecord[];
  add(records: readonly LogRecord[]): void;
  /** The given records that are not finished. */
  unfinished(records: readonly LogRecord[]): LogRecord[];
  forget(partitions: readonly number[]): void;
  keepOnly(partitions: readonly number[]): void;
}

const NONE: ReadonlySet<number> = new Set();

export function createFinishedRecords(): FinishedRecords {
  /** Positions of finished records in entries that also contain others, by partition and id. */
  const partial = new Map<number, Map<string, Set<number>>>();

  const doneOf = ({ partition, id }: LogRecord): ReadonlySet<number> =>
    partial.get(partition)?.get(id) ?? NONE;

  return {
    completed: (records) => {
      const open = new Map<string, Set<number>>();
      return records.filter((record) => {
        if (record.of === 1) return true;
        const key = `${record.partition}/${record.id}`;
        const done = open.get(key) ?? new Set(doneOf(record));
        open.set(key, done);
        const before = done.size;
        return done.add(record.index).size === record.of && before < record.of;
      });
    },
    add: (records) => {
      for (const record of records) {
        const { partition, id, index, of } = record;
        if (of === 1) continue;
        const entries = partial.get(partition) ?? new Map<string, Set<number>>();
        partial.set(partition, entries);
        const done = entries.get(id) ?? new Set<number>();
        entries.set(id, done.add(index));
        if (done.size === of) entries.delete(id);
      }
    },
    unfinished: (records) => records.filter((record) => !doneOf(record).has(record.index)),
    forget: (partitions) => {
      for (const partition of partitions) partial.delete(partition);
    },
    keepOnly: (partitions) => {
      for (const partition of partial.keys()) {
        if (!partitions.includes(partition)) partial.delete(partition);
      }
    },
  };
}
