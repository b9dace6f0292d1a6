import type { Redis } from 'ioredis';
import type { LogEntry } from '@tidemark/contracts';
import { appendCommands } from './append-commands';
import { LogFullError, LogUnavailableError } from './errors';
import { createLogBound } from './log-length';
import { raisePartitionCount } from './partition-count';
import { pipelineReplies } from './pipeline-replies';

export interface IngestLogProducer {
  /**
   * Writes all entries in one round trip; resolves only when Redis has answered every one. After a
   * rejection some may be stored: the client's retry repeats them, which is harmless.
   *
   * @throws LogUnavailableError | LogFullError
   */
  append(entries: readonly LogEntry[]): Promise<void>;
}

export interface IngestLogProducerDeps {
  /** A connection of role `producer`. */
  readonly redis: Redis;
  /** Best the same number in every edge: order of a distinct id holds within one count only. */
  readonly partitions: number;
  /** Unprocessed events the log may hold before requests are refused. */
  readonly maxLength: number;
  /** Age in ms at which the known length is refreshed. */
  readonly refreshMs?: number;
}

export function createIngestLogProducer(deps: IngestLogProducerDeps): IngestLogProducer {
  const { redis, partitions, maxLength } = deps;
  const bound = createLogBound({
    redis,
    partitions,
    maxLength,
    refreshMs: deps.refreshMs ?? 250,
    now: () => performance.now(),
  });

  let announced: Promise<unknown> | undefined;
  /** Workers must know of our partitions before anything lies in them. */
  const announce = async (): Promise<void> => {
    announced ??= raisePartitionCount(redis, partitions);
    try {
      await announced;
    } catch (error) {
      announced = undefined;
      throw error;
    }
  };

  const write = async (entries: readonly LogEntry[]): Promise<void> => {
    await announce();
    await sendAll(redis, appendCommands(entries, partitions));
    bound.add(entries.length);
  };

  return {
    append: async (entries) => {
      if (entries.length === 0) return;
      const length = await bound.current().catch((error: unknown) => {
        throw new LogUnavailableError(error);
      });
      if (length >= maxLength) throw new LogFullError(length, maxLength);
      await write(entries).catch((error: unknown) => {
        throw new LogUnavailableError(error);
      });
    },
  };
}

/** One round trip. A pipeline costs more than its only command would. */
async function sendAll(redis: Redis, commands: readonly string[][]): Promise<void> {
  const [first, second] = commands;
  if (first === undefined) return;
  const [name, ...args] = first;
  if (second === undefined && name !== undefined) await redis.call(name, ...args);
  else await pipelineReplies(redis, commands);
}
