import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';
import type { AcceptedBatch, LogRecordBody } from '@tidemark/contracts';
import { appendCommands, appendCommandsByPartition, entryValues } from './append-commands';
import type { LogFullError } from './errors';
import { LogUnavailableError } from './errors';
import { createGroupWriter } from './group-writer';
import { createLogBound } from './log-bound';
import { eventsOf, packRecords } from './packed-records';
import type { StreamValue } from './packed-records';
import { packedSlices } from './packed-values';
import type { PackedValues } from './packed-values';
import { raisePartitionCount } from './partition-count';
import { pipelineReplies } from '../connection/pipeline-replies';

/**
 * Both ways to write resolve only when Redis has stored everything. After a rejection some may be
 * stored: the client's retry repeats them, which is harmless.
 */
export interface IngestLogProducer {
  /** @throws LogUnavailableError | LogFullError (`LogShareError`: for a project of these entries) */
  append(entries: readonly LogRecordBody[]): Promise<void>;
  /**
   * Events of one request as the client wrote them.
   *
   * @throws LogUnavailableError | LogFullError (`LogShareError`: for this project only)
   */
  appendEvents(batch: AcceptedBatch): Promise<void>;
  /**
   * What another thread has packed for the same number of partitions. Written in slices, so that a large
   * request does not hold up the others.
   *
   * @throws LogUnavailableError | LogFullError
   */
  appendPacked(packed: PackedValues): Promise<void>;
}

export interface IngestLogProducerDeps {
  /** A connection of role `producer`. */
  readonly redis: Redis;
  /** Best the same number in every edge: order of a distinct id holds within one count only. */
  readonly partitions: number;
  /** Unprocessed events the log may hold, shared fairly between projects; see `createLogBound`. */
  readonly maxLength: number;
  /** Age in ms at which the known length is refreshed. */
  readonly refreshMs?: number;
}

/** The maximum size of requests that are written together, so that Redis can serve other clients in between. */
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

  const send = async (
    writes: readonly (readonly StreamValue[])[],
  ): Promise<readonly (LogFullError | null)[]> => {
    try {
      const rejections = await bound.judge(writes);
      const admitted = writes.filter((_, index) => rejections[index] === null).flat();
      if (admitted.length > 0) {
        await announce();
        await sendAll(redis, commandsOf(admitted));
        bound.add(eventsOf(admitted));
      }
      return rejections;
    } catch (error) {
      throw new LogUnavailableError(error);
    }
  };

  const writer = createGroupWriter<readonly StreamValue[]>({
    writeGroup: send,
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
    appendPacked: async (packed) => {
      for (const slice of packedSlices(packed)) await writer.write(slice);
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
