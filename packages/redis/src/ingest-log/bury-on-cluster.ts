import type { Cluster } from 'ioredis';
import { DEAD_LETTER_KEY, lastOwnerKey, leaseKey, streamKey } from './keys';
import { ONLY_FOR_HOLDER } from './lease-scripts';
import { removalArguments } from './removals';
import { REMOVE_ENTRY } from './remove-entry';
import type { BurialOrder } from './bury';
import { BURIED, letterFields } from './bury';

/**
 * Names a record that is a dead letter already, in the slot of the dead letters: a text in braces is what counts for
 * the slot, and that key has none.
 */
const letterKey = (place: string): string => `{${DEAD_LETTER_KEY}}:of:${place}`;

/** Longer than any record is tried again after its worker died. */
const REMEMBERED_SECONDS = 7 * 86_400;

/** KEYS: lease, last owner. ARGV: owner. */
const CONFIRM = `${ONLY_FOR_HOLDER}
return ${BURIED.moved}`;

/**
 * KEYS: dead letters, the record's mark. ARGV: most there may be, seconds the mark lives, fields. A record that is a
 * dead letter already is none a second time.
 */
const ADD = `#!lua flags=allow-oom
if redis.call('EXISTS', KEYS[2]) == 1 then return ${BURIED.moved} end
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return ${BURIED.full} end
redis.call('XADD', KEYS[1], '*', unpack(ARGV, 3))
redis.call('SET', KEYS[2], 1, 'EX', ARGV[2])
return ${BURIED.moved}`;

/** KEYS: lease, last owner, stream. ARGV: owner, id of the stream entry, its surplus, its project. */
const REMOVE = `${ONLY_FOR_HOLDER}${REMOVE_ENTRY}
remove_entry(KEYS[3], ARGV[2], ARGV[3], ARGV[4])
return ${BURIED.moved}`;

/**
 * `buryCommand` in steps, since a partition and the dead letters are not on one node: a letter first, then the record
 * goes. Who dies in between leaves both, and whoever takes the record up again finds the letter written. A worker that
 * stalled right before its letter writes one of a record that another may have stored: a replay of it is harmless.
 *
 * @returns as the command does
 */
export async function buryOnCluster(cluster: Cluster, given: BurialOrder): Promise<unknown> {
  const { partition, id, index } = given.record;
  const lease = [leaseKey(partition), lastOwnerKey(partition)] as const;
  const confirmed = await cluster.eval(CONFIRM, 2, ...lease, given.owner);
  if (confirmed !== BURIED.moved) return confirmed;
  const added = await cluster.eval(
    ADD,
    2,
    DEAD_LETTER_KEY,
    letterKey(`${partition}:${id}:${index}`),
    given.max,
    REMEMBERED_SECONDS,
    ...letterFields(given),
  );
  if (added !== BURIED.moved || !given.removesEntry) return added;
  const entry = removalArguments(given.record);
  return cluster.eval(REMOVE, 3, ...lease, streamKey(partition), given.owner, ...entry);
}
