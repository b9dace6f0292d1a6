import type { Cluster } from 'ioredis';
import { DEAD_LETTER_KEY, lastOwnerKey, leaseKey, streamKey } from './keys';
import { ONLY_FOR_HOLDER } from './lease-scripts';
import { removalArguments } from './removals';
import { REMOVE_ENTRY } from './remove-entry';
import type { BurialOrder } from './bury';
import { BURIED, letterFields } from './bury';

/**
 * The key that marks a record as a dead letter. Its hash tag puts it into the slot of the key of the dead letters,
 * which has no braces itself.
 */
const letterKey = (place: string): string => `{${DEAD_LETTER_KEY}}:of:${place}`;

/** Longer than the time in which a record is retried after its worker died. */
const REMEMBERED_SECONDS = 7 * 86_400;

/** KEYS: lease, last owner. ARGV: owner. */
const CONFIRM = `${ONLY_FOR_HOLDER}
return ${BURIED.moved}`;

/**
 * KEYS: dead letters, the record's mark. ARGV: maximum number of dead letters, lifetime of the mark in seconds,
 * fields. Does nothing if the record is already a dead letter.
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
 * Does the same as `buryCommand` in steps, because a partition and the dead letters are on different nodes: first
 * adds the letter, then removes the record. If the worker dies in between, both exist, and the next worker of the
 * record finds that the letter is written. A worker that stalls before writing its letter may write one for a record
 * that another worker has stored; a replay of this record is harmless.
 * @returns the same values as the command
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
