import type { LogRecord } from '@tidemark/ingest-log';
import { lastOwnerKey, leaseKey, streamKey } from './keys';
import { ONLY_FOR_HOLDER } from './lease-scripts';
import { REMOVE_ENTRY } from './remove-entry';

/** The return value of a removal if another consumer owns the partition; nothing was removed. */
export const LOST = -1;

/** The maximum number of ids per command, which limits its time on the server. */
const CHUNK = 1_000;

/** KEYS: lease, last owner, stream. ARGV: owner, then id, surplus and project of each entry. */
const REMOVE = `${ONLY_FOR_HOLDER}${REMOVE_ENTRY}
for i = 2, #ARGV, 3 do remove_entry(KEYS[3], ARGV[i], ARGV[i + 1], ARGV[i + 2]) end
return 1`;

/** The arguments for the removal of a stream entry: its id, its surplus, its project. */
export function removalArguments({ id, of, projectId = 0 }: LogRecord): (string | number)[] {
  return [id, of - 1, projectId];
}

export interface Removal {
  readonly partition: number;
  readonly command: (string | number)[];
}

/**
 * The commands that remove entries, if the consumer still owns their partitions: one per partition and a number of
 * entries.
 * @param partitions all partitions whose ownership must be checked, including those without an entry to remove
 * @param entries one record of each entry
 */
export function removalsOf(
  partitions: Iterable<number>,
  entries: readonly LogRecord[],
  owner: string,
): Removal[] {
  const byPartition = new Map<number, LogRecord[]>();
  for (const partition of partitions) byPartition.set(partition, []);
  for (const entry of entries) byPartition.get(entry.partition)?.push(entry);
  const removals: Removal[] = [];
  for (const [partition, found] of byPartition) {
    const keys = [leaseKey(partition), lastOwnerKey(partition), streamKey(partition)];
    for (let at = 0; at === 0 || at < found.length; at += CHUNK) {
      const args = found.slice(at, at + CHUNK).flatMap(removalArguments);
      removals.push({ partition, command: ['eval', REMOVE, keys.length, ...keys, owner, ...args] });
    }
  }
  return removals;
}
