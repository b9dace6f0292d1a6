import type { LogRecord } from '@tidemark/ingest-log';
import { lastOwnerKey, leaseKey, streamKey } from './keys';
import { ONLY_FOR_HOLDER } from './lease-scripts';
import { REMOVE_ENTRY } from './remove-entry';

/** What a removal returns when the partition is another consumer's; it has removed nothing. */
export const LOST = -1;

/** Ids per command: bounds its time on the server. */
const CHUNK = 1_000;

/** KEYS: lease, last owner, stream. ARGV: owner, then id, surplus and project of each entry in turn. */
const REMOVE = `${ONLY_FOR_HOLDER}${REMOVE_ENTRY}
for i = 2, #ARGV, 3 do remove_entry(KEYS[3], ARGV[i], ARGV[i + 1], ARGV[i + 2]) end
return 1`;

/** What Redis is given of a stream entry that goes: its id, events beyond the first, project. */
export function removalArguments({ id, of, projectId = 0 }: LogRecord): (string | number)[] {
  return [id, of - 1, projectId];
}

export interface Removal {
  readonly partition: number;
  readonly command: (string | number)[];
}

/**
 * One command per partition and some entries, as a consumer's that still owns it.
 *
 * @param partitions all that are to be asked about, also those without an entry to remove.
 * @param entries one record of each.
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
