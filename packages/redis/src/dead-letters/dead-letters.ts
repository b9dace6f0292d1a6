import type { DeadLetters } from '@tidemark/ingest-log';
import { replayPartition, unpackRecords } from '@tidemark/ingest-log';
import type { Redis } from '../connection/redis';
import { ADD_COUNTS } from '../ingest-log/append-commands';
import {
  DEAD_LETTER_KEY,
  ENTRY_FIELD,
  PROJECT_FIELD,
  REPLAYS_FIELD,
  streamKey,
} from '../ingest-log/keys';
import { storedPartitionCount } from '../ingest-log/partition-count';
import { readDeadLetter } from './read-dead-letter';

/** KEYS: stream. ARGV: project, events, value, attempts. */
const APPEND_AGAIN = `${ADD_COUNTS}
redis.call('XADD', KEYS[1], '*', '${ENTRY_FIELD}', ARGV[3], '${PROJECT_FIELD}', ARGV[1], '${REPLAYS_FIELD}', ARGV[4])
add_counts(KEYS[1], ARGV[1], ARGV[2], 1)`;

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
      const partition = replayPartition(letter, await storedPartitionCount(redis));
      // An older worker, which did not know packed entries, moved them as a whole.
      const events = unpackRecords(letter.raw).length;
      await redis.eval(
        ...([APPEND_AGAIN, 1, streamKey(partition)] as const),
        ...([Math.max(0, letter.projectId ?? 0), events, letter.raw, letter.attempts] as const),
      );
      await remove(letter.id);
      return partition;
    },
    discard: (letter) => remove(letter.id),
  };
}
