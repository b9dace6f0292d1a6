import type { Redis } from '../connection/redis';

export interface ByteBudget {
  /** Bytes that are left; negative after a query that crossed zero. */
  remaining(tenant: string): Promise<number>;
  /** Takes bytes, also more than there are; returns what is left. */
  spend(tenant: string, bytes: number): Promise<number>;
  /** Whole seconds until something is left again; 0 when it is. */
  waitSeconds(remaining: number): number;
}

/**
 * KEYS: bucket. ARGV: bytes to take, bytes that come in per millisecond, capacity. By the clock of Redis, so that all
 * processes fill the same bucket. A full bucket needs no key.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local take, rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = capacity
if bucket[1] then left = math.min(capacity, tonumber(bucket[1]) + (now - tonumber(bucket[2])) * rate) end
if take > 0 then
  left = left - take
  redis.call('HSET', KEYS[1], 'left', string.format('%.0f', left), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil((capacity - left) / rate) + 1000)
end
return string.format('%.0f', left)`;

/**
 * A bucket of bytes per tenant that fills up by the hour, shared by all processes
 * (`docs/wire/query-runs.md#read-budget-bucket`).
 */
export function createByteBudget(
  redis: Redis,
  options: {
    readonly name: string;
    readonly bytesPerHour: number;
    /** How much may gather while nothing is read. */
    readonly capacityHours: number;
  },
): ByteBudget {
  const { name, bytesPerHour, capacityHours } = options;
  const perMs = bytesPerHour / 3_600_000;
  const take = async (tenant: string, bytes: number): Promise<number> =>
    Number(
      await redis.eval(
        TAKE,
        1,
        `tidemark:${name}:${tenant}`,
        Math.round(bytes),
        perMs,
        bytesPerHour * capacityHours,
      ),
    );
  return {
    remaining: (tenant) => take(tenant, 0),
    spend: take,
    waitSeconds: (remaining) => (remaining > 0 ? 0 : Math.ceil((1 - remaining) / perMs / 1_000)),
  };
}
