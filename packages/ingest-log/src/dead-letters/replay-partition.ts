import { partitionOf } from '../records/partition';
import type { DeadLetter } from './dead-letter';

/** Longer ids are truncated when the record is read. */
const LONGEST_DISTINCT_ID = 200;

const COOKIELESS = '"$cookieless_mode"';

/**
 * Returns the partition for the replay of a dead letter, by its distinct id. It stays the same for a record without an
 * id, for an id that may be truncated, and for a cookieless event, whose partition does not depend on its id.
 *
 * @param partitions the number of partitions of the log; 0 until a worker announces it
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
