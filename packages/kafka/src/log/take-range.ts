import type { LogRecord } from '@tidemark/ingest-log';
import type { PartitionQueue } from './partition-queue';

/** The maximum characters of a range, because an event may have 1 MB. */
const MAX_RANGE_CHARS = 64 * 1024 ** 2;

/**
 * Returns the oldest records of some partitions, in order within each: at most `count`, in whole entries, and at least
 * one entry if there is any. Every partition has an equal share; others use what a partition does not need. Pure.
 */
export function takeRange(
  queues: ReadonlyMap<number, Pick<PartitionQueue, 'entries'>>,
  partitions: readonly number[],
  count: number,
): LogRecord[] {
  const open = partitions.flatMap((partition) => {
    const queue = queues.get(partition);
    return queue === undefined
      ? []
      : [{ entries: queue.entries(), taken: [] as LogRecord[], ahead: null as Ahead }];
  });
  let total = 0;
  let chars = 0;
  for (let active = open; active.length > 0;) {
    const share = Math.max(1, Math.floor((count - total) / active.length));
    const further: typeof active = [];
    for (const part of active) {
      let taken = 0;
      for (;;) {
        part.ahead ??= part.entries.next().value ?? null;
        const entry = part.ahead;
        if (entry === null) break;
        if (total > 0 && (total + entry.length > count || chars >= MAX_RANGE_CHARS)) {
          return open.flatMap((one) => one.taken);
        }
        if (taken > 0 && taken + entry.length > share) {
          further.push(part);
          break;
        }
        part.taken.push(...entry);
        part.ahead = null;
        taken += entry.length;
        total += entry.length;
        for (const { raw } of entry) chars += raw.length;
      }
    }
    active = further;
  }
  return open.flatMap((one) => one.taken);
}

type Ahead = readonly LogRecord[] | null;
