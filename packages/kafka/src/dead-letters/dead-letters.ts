import type { DeadLetters } from '@tidemark/ingest-log';
import { replayPartition } from '@tidemark/ingest-log';
import type { Producer } from '../client/library';
import { headersOf, PROJECT_HEADER, REPLAYS_HEADER } from '../client/names';
import type { LetterBox } from './letter-box';

/** Creates the operations on dead letters of a log on Kafka. */
export function createKafkaDeadLetters(deps: {
  readonly letters: LetterBox;
  readonly producer: Pick<Producer, 'send'>;
  readonly topic: string;
  readonly countPartitions: () => Promise<number>;
}): DeadLetters {
  const { letters, producer, topic, countPartitions } = deps;
  return {
    count: () => letters.count(),
    list: (count, after = null) => letters.list(count, after),
    find: (id) => letters.find(id),
    replay: async (letter) => {
      const partition = replayPartition(letter, await countPartitions());
      await producer.send({
        messages: [
          {
            topic,
            partition,
            value: Buffer.from(letter.raw),
            headers: headersOf({
              [PROJECT_HEADER]: Math.max(0, letter.projectId ?? 0),
              [REPLAYS_HEADER]: letter.attempts,
            }),
          },
        ],
      });
      await letters.remove(letter.id);
      return partition;
    },
    discard: (letter) => letters.remove(letter.id),
  };
}
