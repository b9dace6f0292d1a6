import type {
  EntryValue,
  IngestLogProducer,
  LogFullError,
  LogProducerOptions,
} from '@tidemark/ingest-log';
import {
  createGroupWriter,
  entryValues,
  eventsOf,
  LogUnavailableError,
  packedSlices,
  packRecords,
} from '@tidemark/ingest-log';
import { pipelineReplies } from '../connection/pipeline-replies';
import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';
import { appendCommands, appendCommandsByPartition } from './append-commands';
import { createLogBound } from './log-bound';
import { raisePartitionCount } from './partition-count';

export interface IngestLogProducerDeps extends LogProducerOptions {
  /** A connection with the role `producer`. */
  readonly redis: Redis;
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
  /** Stores the number of partitions before the first write, so that workers read all of them. */
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
    writes: readonly (readonly EntryValue[])[],
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

  const writer = createGroupWriter<readonly EntryValue[]>({
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

/**
 * Sends commands in one round trip, in a cluster in one per node. A single command is sent without a pipeline, which
 * would cost more.
 */
async function sendAll(redis: Redis, commands: readonly (string | Buffer)[][]): Promise<void> {
  const [first, second] = commands;
  if (first === undefined) return;
  const [name, ...args] = first;
  if (second === undefined && typeof name === 'string') await redis.call(name, ...args);
  else await pipelineReplies(redis, commands);
}
