import type { Redis } from '../connection/redis';
import { ADD_COUNTS } from '../ingest-log/append-commands';
import {
  DEAD_LETTER_KEY,
  ENTRY_FIELD,
  PROJECT_FIELD,
  REPLAYS_FIELD,
  streamKey,
} from '../ingest-log/keys';
import { unpackRecords } from '../ingest-log/packed-records';
import { partitionOf } from '../ingest-log/partition';
import { storedPartitionCount } from '../ingest-log/partition-count';
import type { DeadLetter } from './dead-letter';
import { readDeadLetter } from './dead-letter';

export interface DeadLettersPage {
  readonly letters: readonly DeadLetter[];
  /** Give it to the next call; null at the end. */
  readonly after: string | null;
}

/** What an operator does with dead letters. They are kept until replayed or discarded. */
export interface DeadLetters {
  count(): Promise<number>;
  /** Oldest first, from the one after `after`. */
  list(count: number, after?: string | null): Promise<DeadLettersPage>;
  /** Null when there is none of this id. */
  find(id: string): Promise<DeadLetter | null>;
  /**
   * Puts the record back at the end of its partition, and removes it here only after that. Killed in
   * between, it is processed and still here: its uuid makes a second replay harmless.
   *
   * @returns the partition it is in now
   */
  replay(letter: DeadLetter): Promise<number>;
  /** Removes it for good. */
  discard(letter: DeadLetter): Promise<void>;
}

/** Longer ids are cut by the reader of the record. */
const LONGEST_DISTINCT_ID = 200;
/** KEYS: stream. ARGV: project, events, value, attempts. */
const APPEND_AGAIN = `${ADD_COUNTS}
redis.call('XADD', KEYS[1], '*', '${ENTRY_FIELD}', ARGV[3], '${PROJECT_FIELD}', ARGV[1], '${REPLAYS_FIELD}', ARGV[4])
add_counts(KEYS[1], ARGV[1], ARGV[2], 1)`;

const COOKIELESS = '"$cookieless_mode"';

export function createDeadLetters(redis: Redis): DeadLetters {
  const remove = async (id: string): Promise<void> => {
    await redis.xdel(DEAD_LETTER_KEY, id);
  };
  return {
    count: () => redis.xlen(DEAD_LETTER_KEY),
    list: async (count, after = null) => {
      const from = after === null ? '-' : `(${after}`;
      const entries = await redis.xrange(DEAD_LETTER_KEY, from, '+', 'COUNT', count);
      const letters = entries.map(([id, fields]) => readDeadLetter(id, fields));
      return { letters, after: letters.length < count ? null : (letters.at(-1)?.id ?? null) };
    },
    find: async (id) => {
      const [entry] = await redis.xrange(DEAD_LETTER_KEY, id, id);
      return entry === undefined ? null : readDeadLetter(entry[0], entry[1]);
    },
    replay: async (letter) => {
      const { projectId, distinctId } = letter;
      const partitions = await storedPartitionCount(redis);
      // A record without an id can only fail again, where it failed before; an id that is cut stays there too,
      // and a cookieless event, whose partition is not that of its id.
      const partition =
        projectId === null ||
        distinctId === null ||
        distinctId.length > LONGEST_DISTINCT_ID ||
        letter.raw.includes(COOKIELESS) ||
        partitions === 0
          ? letter.partition
          : partitionOf(projectId, distinctId, partitions);
      // A worker that knew no packed entries gave one up as a whole.
      const events = unpackRecords(letter.raw).length;
      await redis.eval(
        ...([APPEND_AGAIN, 1, streamKey(partition)] as const),
        ...([Math.max(0, projectId ?? 0), events, letter.raw, letter.attempts] as const),
      );
      await remove(letter.id);
      return partition;
    },
    discard: (letter) => remove(letter.id),
  };
}
