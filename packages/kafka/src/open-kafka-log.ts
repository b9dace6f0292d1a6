import type {
  DeadLetters,
  IngestLogConsumer,
  IngestLogProducer,
  LogConsumerOptions,
  LogProducerOptions,
  LogState,
  PartitionLeases,
} from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import { withTimeout } from '@tidemark/platform';
import { connectionOptions } from './client/connection-options';
import type { Consumer } from './client/library';
import { loadLibrary, requireSupportedNode } from './client/library';
import { logNames } from './client/names';
import { createLogOffsets, waitForCoordinator } from './client/offsets';
import { ensureTopics } from './client/topics';
import { createKafkaDeadLetters } from './dead-letters/dead-letters';
import { createLetterBox } from './dead-letters/letter-box';
import { parseKafkaUrl } from './kafka-url';
import { createKafkaConsumer } from './log/consumer';
import { createAges, stateOf } from './log/log-state';
import { createKafkaProducer } from './log/producer';

/** An ingest log on Kafka with its connections. */
export interface KafkaLog {
  /** The number of partitions of the topic of events. */
  readonly partitions: number;
  producer(options: LogProducerOptions): IngestLogProducer;
  consumer(options: LogConsumerOptions & { readonly leases: PartitionLeases }): IngestLogConsumer;
  readonly deadLetters: DeadLetters;
  state(): Promise<LogState>;
  /** Rejects while a partition has no leader. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const REFRESH_LENGTH_MS = 1_000;
/** The maximum ms of a close, so that a broker that does not respond cannot delay the end of a process. */
const CLOSE_MS = 5_000;
const MAX_BUFFER_BYTES = 64 * 1024 ** 2;

/** Checks the URL and the version of Node.js. @throws Error with the reason */
export function requireKafkaClient(url: string): void {
  parseKafkaUrl(url);
  requireSupportedNode();
}

/**
 * Connects, creates missing topics, and checks existing ones.
 *
 * @param partitions the minimum number of partitions of the topic; 0 keeps the current number
 * @throws Error with the reason: the URL, the version of Node.js, the brokers or a topic
 */
export async function openKafkaLog(deps: {
  readonly url: string;
  readonly partitions: number;
  readonly logger: Logger;
}): Promise<KafkaLog> {
  const { url, logger } = deps;
  const address = parseKafkaUrl(url);
  requireSupportedNode();
  const library = await loadLibrary();
  const options = await connectionOptions(address);
  const names = logNames(address.prefix);
  const admin = new library.Admin(options);
  const producer = new library.Producer({ ...options, idempotent: true });
  const openConsumer = (): Consumer => {
    const consumer: Consumer = new library.Consumer({ ...options, groupId: names.group });
    consumer.topics.trackAll(names.events, names.letters);
    return consumer;
  };
  const offsets = createLogOffsets(admin, names);
  const letterReader = openConsumer();
  const close = async (): Promise<void> => {
    const clients = [admin.close(), producer.close(true), letterReader.close(true)];
    await withTimeout(Promise.all(clients), CLOSE_MS);
  };
  let partitions: number;
  try {
    partitions = await ensureTopics({ library, admin, address, names, logger }, deps.partitions);
    await waitForCoordinator(offsets);
  } catch (error) {
    await close();
    throw error;
  }
  const letters = createLetterBox({ consumer: letterReader, producer, offsets, names });
  const ages = createAges();
  const readOffsets = () => offsets.read(Array.from({ length: partitions }, (_, index) => index));
  const countPartitions = async (): Promise<number> => {
    const { topics } = await admin.metadata({ topics: [names.events] });
    partitions = topics.get(names.events)?.partitionsCount ?? partitions;
    return partitions;
  };
  const state = async (): Promise<LogState> => {
    await countPartitions();
    const [found, deadLetters] = await Promise.all([readOffsets(), letters.count()]);
    return stateOf(found, ages.look(found, Date.now()), deadLetters);
  };
  return {
    partitions,
    producer: ({ partitions: own, maxLength, refreshMs }) =>
      createKafkaProducer({
        producer,
        topic: names.events,
        partitions: own,
        maxLength,
        refreshMs: refreshMs ?? REFRESH_LENGTH_MS,
        maxBufferBytes: MAX_BUFFER_BYTES,
        readLength: async () =>
          stateOf(await readOffsets(), 0, 0).depths.reduce((sum, depth) => sum + depth, 0),
      }),
    consumer: (given) => {
      const consumer = openConsumer();
      return createKafkaConsumer({
        ...given,
        consumer,
        topic: names.events,
        offsets,
        letters,
        countPartitions,
        state,
        close: () => withTimeout(consumer.close(true), CLOSE_MS),
      });
    },
    deadLetters: createKafkaDeadLetters({
      letters,
      producer,
      topic: names.events,
      countPartitions,
    }),
    state,
    check: async () => {
      const { topics } = await admin.metadata({ topics: [names.events], forceUpdate: true });
      const leaderless = topics.get(names.events)?.partitions.filter(({ leader }) => leader < 0);
      if (leaderless?.length === 0) return;
      throw new Error(
        `${leaderless?.length ?? 'all'} partitions of ${names.events} have no leader`,
      );
    },
    close,
  };
}
