import type { Redis } from 'ioredis';
import { CONSUMERS_KEY, leaseKey } from './keys';
import { pipelineReplies } from './pipeline-replies';

/**
 * A full Redis refuses writes; those of a consumer must pass, because only a consumer makes room.
 * Needs Redis 7.
 */
const EVEN_WHEN_FULL = '#!lua flags=allow-oom';

/** Takes a free lease or prolongs our own; 1 when it is ours now. */
const CLAIM = `${EVEN_WHEN_FULL}
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** Prolongs our own lease; 0 when it is gone or another's. */
const RENEW = `${EVEN_WHEN_FULL}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

/** Gives our own lease back. */
const DROP = `${EVEN_WHEN_FULL}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/** Registers a heartbeat by Redis's clock, forgets the dead, answers how many live. */
const HEARTBEAT = `${EVEN_WHEN_FULL}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return redis.call('ZCARD', KEYS[1])`;

export interface PartitionLeases {
  /** How many consumers live, this one included. */
  heartbeat(): Promise<number>;
  /** Those of `partitions` that are ours after trying to take each. */
  claim(partitions: readonly number[]): Promise<number[]>;
  /** Those of `partitions` that are still ours. */
  renew(partitions: readonly number[]): Promise<number[]>;
  drop(partitions: readonly number[]): Promise<void>;
  /** Leaves the registry, so that the others share at once. */
  leave(): Promise<void>;
}

export function createPartitionLeases(deps: {
  readonly redis: Redis;
  readonly owner: string;
  readonly leaseMs: number;
}): PartitionLeases {
  const { redis, owner, leaseMs } = deps;

  const each = async (script: string, partitions: readonly number[]): Promise<number[]> => {
    const replies = await pipelineReplies(
      redis,
      partitions.map((partition) => ['eval', script, 1, leaseKey(partition), owner, leaseMs]),
    );
    return partitions.filter((_, index) => replies[index] === 1);
  };

  return {
    heartbeat: async () =>
      Number(await redis.eval(HEARTBEAT, 1, CONSUMERS_KEY, owner, String(leaseMs))),
    claim: (partitions) => each(CLAIM, partitions),
    renew: (partitions) => each(RENEW, partitions),
    drop: async (partitions) => {
      await each(DROP, partitions);
    },
    leave: async () => {
      await redis.zrem(CONSUMERS_KEY, owner);
    },
  };
}
