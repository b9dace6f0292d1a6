import { partitionOf } from '../records/partition';
import type { DeadLetter } from './dead-letter';

/** Longer ids are cut by the reader of the record. */
const LONGEST_DISTINCT_ID = 200;

const COOKIELESS = '"$cookieless_mode"';

/**
 * The partition that a dead letter returns to. A record without an id can only fail again, where it failed before; an
 * id that is cut stays there too, and a cookieless event, whose partition is not that of its id.
 *
 * @param partitions of the log; 0 until a worker announces a number
 */
export function replayPartition(letter: DeadLetter, partitions: number): number {
  const { projectId, distinctId } = letter;
  const stays =
    projectId === null ||
    distinctId === null ||
    distinctId.length > LONGEST_DISTINCT_ID ||
    letter.raw.includes(COOKIELESS) ||
    partitions === 0;
  return stays ? letter.partition : partitionOf(projectId, distinctId, partitions);
}
