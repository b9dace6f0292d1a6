import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';
import type { EventBatch, LogEntry } from '@tidemark/contracts';
import { appendCommands, appendCommandsByPartition, entryValues } from './append-commands';
import { LogFullError, LogUnavailableError } from './errors';
import { createGroupWriter } from './group-writer';
import { createLogBound } from './log-length';
import { packRecords } from './packed-records';
import type { StreamValue } from './packed-records';
import { raisePartitionCount } from './partition-count';
import { pipelineReplies } from '../connection/pipeline-replies';

/**
 * Both ways to write resolve only when Redis has stored everything. After a rejection some may be
 * stored: the client's retry repeats them, which is harmless.
 */
export interface IngestLogProducer {
  /** @throws LogUnavailableError | LogFullError */
  append(entries: readonly LogEntry[]): Promise<void>;
  /**
   * Events of one request as the client wrote them.
   *
   * @throws LogUnavailableError | LogFullError
   */
  appendEvents(batch: EventBatch): Promise<void>;
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

/** Of the requests that are written together; keeps Redis answering others in between. */
const MAX_GROUP_BYTES = 1024 ** 2;

export function createIngestLogProducer(deps: IngestLogProducerDeps): IngestLogProducer {
  const { redis, partitions, maxLength } = deps;
  const bound = createLogBound({
    redis,
    partitions,
    maxLength,
    refreshMs: deps.refreshMs ?? 250,
    now: () => performance.now(),
  });

  const commandsOf = isCluster(redis) ? appendCommandsByPartition : appendCommands;
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

  const send = async (values: readonly StreamValue[]): Promise<void> => {
    try {
      const length = await bound.current();
      if (length >= maxLength) throw new LogFullError(length, maxLength);
      await announce();
      await sendAll(redis, commandsOf(values));
    } catch (error) {
      throw error instanceof LogFullError ? error : new LogUnavailableError(error);
    }
    bound.add(values.reduce((sum, { events }) => sum + events, 0));
  };

  const writer = createGroupWriter<readonly StreamValue[]>({
    writeGroup: (groups) => send(groups.length === 1 ? (groups[0] ?? []) : groups.flat()),
    sizeOf: (values) => values.reduce((sum, { value }) => sum + value.length, 0),
    maxSize: MAX_GROUP_BYTES,
  });

  return {
    append: async (entries) => {
      if (entries.length > 0) await writer.write(entryValues(entries, partitions));
    },
    appendEvents: async (batch) => {
      if (batch.events.length > 0) await writer.write(packRecords(batch, partitions));
    },
  };
}

/** One round trip, on a cluster one to each node. A pipeline costs more than its only command would. */
async function sendAll(redis: Redis, commands: readonly (string | Buffer)[][]): Promise<void> {
  const [first, second] = commands;
  if (first === undefined) return;
  const [name, ...args] = first;
  if (second === undefined && typeof name === 'string') await redis.call(name, ...args);
  else await pipelineReplies(redis, commands);
}
