/** The start of all scripts: reads Redis's clock, and removes expired slots and waiting callers that have gone. */
const TIDY = `
local running, waiting, seen = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', running, '-inf', now)
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', now)) do
  redis.call('ZREM', waiting, gone)
  redis.call('ZREM', seen, gone)
end
local function tenantOf(member) return string.match(member, '^(.-):') end
local function countByTenant(members)
  local counts = {}
  for _, member in ipairs(members) do
    local tenant = tenantOf(member)
    counts[tenant] = (counts[tenant] or 0) + 1
  end
  return counts
end
-- Free slots go to the waiting tenant with the fewest slots, then to the caller that came first.
local function winners(slots, slotsOfTenant)
  local queue = redis.call('ZRANGE', waiting, 0, -1)
  local holders = redis.call('ZRANGE', running, 0, -1)
  local counts = countByTenant(holders)
  local taken, list = {}, {}
  for _ = 1, slots - #holders do
    local next, fewest = nil, slotsOfTenant
    for _, waiter in ipairs(queue) do
      local held = counts[tenantOf(waiter)] or 0
      if not taken[waiter] and held < fewest then next, fewest = waiter, held end
    end
    if not next then break end
    taken[next] = true
    counts[tenantOf(next)] = fewest + 1
    table.insert(list, next)
  end
  return list
end
`;

/**
 * KEYS: running, waiting, seen, sequence. ARGV: member (`tenant:token`), lease ms, time in ms for which a waiting
 * caller is kept, slots, slots of a tenant, queue size, queue size of a tenant.
 *
 * A caller gets a slot if it is one of the next in order.
 */
export const ACQUIRE = `${TIDY}
local member, lease, seenFor = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local slots, slotsOfTenant = tonumber(ARGV[4]), tonumber(ARGV[5])
local queue = redis.call('ZRANGE', waiting, 0, -1)
if not redis.call('ZSCORE', waiting, member) then
  if #queue >= tonumber(ARGV[6]) then return 'full' end
  if (countByTenant(queue)[tenantOf(member)] or 0) >= tonumber(ARGV[7]) then return 'tenant_full' end
  redis.call('ZADD', waiting, redis.call('INCR', KEYS[4]), member)
end
redis.call('ZADD', seen, now + seenFor, member)
for _, next in ipairs(winners(slots, slotsOfTenant)) do
  if next == member then
    redis.call('ZREM', waiting, member)
    redis.call('ZREM', seen, member)
    redis.call('ZADD', running, now + lease, member)
    return 'granted'
  end
end
return 'waiting'`;

/** KEYS: running, waiting, seen. ARGV: member, lease ms. A slot that was lost is not restored. */
export const RENEW = `${TIDY}
return redis.call('ZADD', running, 'XX', now + tonumber(ARGV[2]), ARGV[1])`;

/**
 * KEYS: running, waiting, seen. ARGV: member, slots, slots of a tenant. Also removes a waiting caller from the queue.
 * Returns the members that get a slot now.
 */
export const RELEASE = `${TIDY}
for _, key in ipairs({ running, waiting, seen }) do redis.call('ZREM', key, ARGV[1]) end
return winners(tonumber(ARGV[2]), tonumber(ARGV[3]))`;
