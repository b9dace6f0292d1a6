import type { Redis } from '../connection/redis';

export interface ByteBudget {
  /** The remaining bytes; negative after a query that exceeded the budget. */
  remaining(tenant: string): Promise<number>;
  /** Subtracts bytes, even more than remain; returns the remaining bytes. */
  spend(tenant: string, bytes: number): Promise<number>;
  /** The whole seconds until the budget is positive again; 0 if it is. */
  waitSeconds(remaining: number): number;
}

/**
 * KEYS: bucket. ARGV: bytes to subtract, bytes added per millisecond, capacity. Uses Redis's clock, so that all
 * processes share one bucket. A full bucket needs no key.
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
 * A budget of bytes per tenant that grows every hour, shared by all processes
 * (`docs/wire/query-runs.md#read-budget-bucket`).
 */
export function createByteBudget(
  redis: Redis,
  options: {
    readonly name: string;
    readonly bytesPerHour: number;
    /** The number of hours whose bytes are saved up while nothing is read. */
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
