import type { PartitionLeases } from '@tidemark/ingest-log';
import type { Redis } from '../connection/redis';
import { CONSUMERS_KEY, lastOwnerKey, leaseKey } from './keys';
import { CLAIM, CLAIMED, DROP, HEARTBEAT, RENEW } from './lease-scripts';
import { pipelineReplies } from '../connection/pipeline-replies';

export function createPartitionLeases(deps: {
  readonly redis: Redis;
  readonly owner: string;
  readonly leaseMs: number;
}): PartitionLeases {
  const { redis, owner, leaseMs } = deps;

  const each = (script: string, partitions: readonly number[]): Promise<unknown[]> =>
    pipelineReplies(
      redis,
      partitions.map((partition) => [
        ...['eval', script, 2, leaseKey(partition), lastOwnerKey(partition)],
        ...[owner, leaseMs],
      ]),
    );

  return {
    heartbeat: async () =>
      Number(await redis.eval(HEARTBEAT, 1, CONSUMERS_KEY, owner, String(leaseMs))),
    claim: async (partitions) => {
      const replies = await each(CLAIM, partitions);
      const response = (...codes: number[]): number[] =>
        partitions.filter((_, index) => codes.includes(Number(replies[index])));
      return {
        fresh: response(CLAIMED.free, CLAIMED.takenOver),
        takenOver: response(CLAIMED.takenOver),
        kept: response(CLAIMED.kept),
      };
    },
    renew: async (partitions) => {
      const replies = await each(RENEW, partitions);
      return partitions.filter((_, index) => replies[index] === 1);
    },
    drop: async (partitions) => {
      await each(DROP, partitions);
    },
    leave: async () => {
      await redis.zrem(CONSUMERS_KEY, owner);
    },
  };
}
