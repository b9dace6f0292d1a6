import type { IngestLogConsumer, LogConsumerOptions } from '@tidemark/ingest-log';
import {
  confirmOwned,
  createFinishedRecords,
  createLeaseHolder,
  DEFAULT_MAX_DEAD_LETTERS,
  DeadLettersFullError,
  partitionOf,
  PartitionsLostError,
} from '@tidemark/ingest-log';
import { pipelineReplies } from '../connection/pipeline-replies';
import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';
import { buryCommand, BURIED } from './bury';
import { buryOnCluster } from './bury-on-cluster';
import { streamKey } from './keys';
import { createPartitionLeases } from './leases';
import { logLength } from './log-length';
import { readLogState } from './log-state';
import { raisePartitionCount } from './partition-count';
import { LOST, removalsOf } from './removals';
import { createStreamReader } from './stream-reader';

export interface IngestLogConsumerDeps extends LogConsumerOptions {
  /** A connection with the role `consumer`; a second one may be opened from it for blocking reads. */
  readonly redis: Redis;
}

/**
 * A consumer of the ingest log. Consumer groups are not used: all entries of a stream are unprocessed, and a new
 * owner reads it from the beginning.
 */
export function createIngestLogConsumer(deps: IngestLogConsumerDeps): IngestLogConsumer {
  const { redis, partitions, owner, leaseMs } = deps;
  const holder = createLeaseHolder({
    leases: createPartitionLeases({ redis, owner, leaseMs }),
    renewEveryMs: Math.max(10, Math.floor(leaseMs / 3)),
    start: partitionOf(0, owner, partitions),
    onClaimed: deps.onClaimed ?? (() => Promise.resolve()),
    onChange: deps.onLeaseChange ?? (() => undefined),
  });
  const maxDeadLetters = deps.maxDeadLetters ?? DEFAULT_MAX_DEAD_LETTERS;
  const reader = createStreamReader(redis);
  const finished = createFinishedRecords();
  let known = partitions;

  return {
    acquire: async () => {
      known = await raisePartitionCount(redis, partitions);
      const owned = await holder.acquire(known);
      finished.keepOnly(owned);
      return owned;
    },
    read: async (owned, count, blockMs) =>
      finished.unfinished(await reader.read(owned, count, blockMs)),
    confirm: (asked) => confirmOwned(holder, asked, leaseMs),
    holds: async ({ partition, id }) =>
      (await redis.xrange(streamKey(partition), id, id)).length > 0,
    giveBack: (given) => {
      finished.forget(given);
      return holder.giveBack(given);
    },
    acknowledge: async (records) => {
      const asked = new Set(records.map(({ partition }) => partition));
      const removals = removalsOf(asked, finished.completed(records), owner);
      const replies = await pipelineReplies(
        redis,
        removals.map(({ command }) => command),
      );
      finished.add(records);
      const lost = removals.filter((_, index) => replies[index] === LOST);
      if (lost.length > 0) {
        const partitionsLost = [...new Set(lost.map(({ partition }) => partition))];
        finished.forget(partitionsLost);
        throw new PartitionsLostError(partitionsLost);
      }
    },
    deadLetter: async (record, reason) => {
      const removesEntry = finished.completed([record]).length > 0;
      const order = { record, reason, owner, max: maxDeadLetters, removesEntry };
      const [reply] = isCluster(redis)
        ? [await buryOnCluster(redis, order)]
        : await pipelineReplies(redis, [buryCommand(order)]);
      if (reply === BURIED.lost) throw new PartitionsLostError([record.partition]);
      if (reply === BURIED.full) throw new DeadLettersFullError(maxDeadLetters);
      finished.add([record]);
    },
    release: async () => {
      reader.close();
      await holder.release();
    },
    lag: () => logLength(redis, known),
    state: () => readLogState(redis, known),
  };
}
