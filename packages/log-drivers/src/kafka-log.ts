import type { IngestLogConsumer } from '@tidemark/ingest-log';
import { LogUnavailableError } from '@tidemark/ingest-log';
import type { KafkaLog } from '@tidemark/kafka';
import { openKafkaLog, requireKafkaClient } from '@tidemark/kafka';
import { createPartitionLeases } from '@tidemark/redis';
import type { IngestLog, OpenLogDeps } from './ingest-log';
import { createReopened } from './reopened';

/** Returns a log on Kafka that is opened when its brokers are available. */
export function kafkaLog(deps: OpenLogDeps & { readonly url: string }): IngestLog {
  const { url, redis, partitions, logger } = deps;
  requireKafkaClient(url);
  const log = createReopened<KafkaLog>({
    open: () => openKafkaLog({ url, partitions, logger }),
    now: () => performance.now(),
    onFailure: (error) =>
      logger.warn({ err: error }, 'the ingest log on Kafka could not be opened; it is tried again'),
  });
  // Opens the log now, so that a failure is logged at the start of the process and not with the first event.
  log.get().catch(() => undefined);
  return {
    partitions: async () => (await log.get()).partitions,
    producer: (options) => {
      const producer = async () => {
        try {
          return (await log.get()).producer(options);
        } catch (error) {
          throw new LogUnavailableError(error);
        }
      };
      const opened = once(producer);
      return {
        append: async (entries) => (await opened()).append(entries),
        appendEvents: async (batch) => (await opened()).appendEvents(batch),
        appendPacked: async (packed) => (await opened()).appendPacked(packed),
      };
    },
    consumer: (options) => {
      const { owner, leaseMs } = options;
      const leases = createPartitionLeases({ redis, owner, leaseMs });
      return openedConsumer(async () => (await log.get()).consumer({ ...options, leases }));
    },
    deadLetters: {
      count: async () => (await log.get()).deadLetters.count(),
      list: async (count, after) => (await log.get()).deadLetters.list(count, after),
      find: async (id) => (await log.get()).deadLetters.find(id),
      replay: async (letter) => (await log.get()).deadLetters.replay(letter),
      discard: async (letter) => (await log.get()).deadLetters.discard(letter),
    },
    state: async () => (await log.get()).state(),
    check: async () => {
      await (await log.get()).check();
    },
    close: () => log.close(),
  };
}

function openedConsumer(open: () => Promise<IngestLogConsumer>): IngestLogConsumer {
  const opened = once(open);
  return {
    acquire: async () => (await opened()).acquire(),
    read: async (partitions, count, blockMs) => (await opened()).read(partitions, count, blockMs),
    confirm: async (partitions) => (await opened()).confirm(partitions),
    holds: async (record) => (await opened()).holds(record),
    giveBack: async (partitions) => (await opened()).giveBack(partitions),
    acknowledge: async (records) => (await opened()).acknowledge(records),
    deadLetter: async (record, reason) => (await opened()).deadLetter(record, reason),
    release: async () => opened.made()?.release(),
    lag: async () => (await opened()).lag(),
    state: async () => (await opened()).state(),
  };
}

/** Returns a function that returns the value of the first successful call of `make`. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { made(): T | undefined } {
  let made: T | undefined;
  let making: Promise<T> | undefined;
  const get = async (): Promise<T> => {
    if (made !== undefined) return made;
    making ??= make().finally(() => {
      making = undefined;
    });
    made = await making;
    return made;
  };
  return Object.assign(get, { made: () => made });
}
