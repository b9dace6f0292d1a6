/** Milliseconds by the clock of Redis: every process measures leases by the same one. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * KEYS: run. ARGV: token, request, status, TTL seconds, milliseconds after which a lapsed lease means that
 * nobody goes on. Answers the fields of the run to join, or nil.
 */
export const CREATE_OR_JOIN = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'request', 'status', 'lease_until')
local lapsed = run[4] and now - tonumber(run[4]) or 0
if run[1] and not cjson.decode(run[3]).complete and lapsed <= tonumber(ARGV[5]) then
  return { run[1], run[2], run[3], tostring(lapsed), run[4] and '1' or '0' }
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'request', ARGV[2], 'status', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return nil`;

/** KEYS: run. */
export const FIND = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'request', 'status', 'lease_until')
if not run[1] then return nil end
local lapsed = run[4] and now - tonumber(run[4]) or 0
return { run[1], run[2], run[3], tostring(lapsed), run[4] and '1' or '0' }`;

/**
 * KEYS: run. ARGV: token, holder, status, lease milliseconds, TTL seconds. Answers how often the run has been
 * claimed, 0 when it is not (or no longer) to be had, -1 while another holder's lease lasts.
 */
export const CLAIM = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'holder', 'lease_until', 'status')
if run[1] ~= ARGV[1] or cjson.decode(run[4]).complete then return 0 end
if run[2] and run[2] ~= ARGV[2] and tonumber(run[3]) > now then return -1 end
redis.call('HSET', KEYS[1], 'holder', ARGV[2], 'lease_until', now + ARGV[4], 'status', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return redis.call('HINCRBY', KEYS[1], 'claims', 1)`;

/** KEYS: run. ARGV: token, holder, lease milliseconds. */
export const RENEW = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'holder')
if run[1] ~= ARGV[1] or run[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'lease_until', now + ARGV[3])
return 1`;

/** KEYS: run. ARGV: token, holder, status, TTL seconds. */
export const FINISH = `
local run = redis.call('HMGET', KEYS[1], 'token', 'holder')
if run[1] ~= ARGV[1] or run[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[3])
redis.call('HDEL', KEYS[1], 'lease_until')
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1`;

/** KEYS: run. ARGV: token, status, TTL seconds, '1' if it was claimed, milliseconds its lease must have lapsed. */
export const GIVE_UP = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'lease_until', 'status')
if run[1] ~= ARGV[1] or cjson.decode(run[3]).complete then return 0 end
if (run[2] and '1' or '0') ~= ARGV[4] then return 0 end
if run[2] and now - tonumber(run[2]) <= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'holder', '')
redis.call('HDEL', KEYS[1], 'lease_until')
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;
