/** The time in ms by Redis's clock, so that all processes measure leases by the same clock. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** The fields of the run at `key`, which `parseRun` reads. */
const READ = `
local function read(key)
  local run = redis.call('HMGET', key, 'token', 'request', 'status', 'lease_until', 'joined', 'left',
    'scopes_read')
  if not run[1] then return nil end
  local lapsed = run[4] and now - tonumber(run[4]) or 0
  local claimed = run[4] and '1' or '0'
  return { run[1], run[2], run[3], tostring(lapsed), claimed, run[5] or '', run[6] or '', run[7] or '[]' }
end`;

/**
 * KEYS: run. ARGV: token, request, status, TTL in seconds, time in ms after the end of a lease when a run counts as
 * lost. Returns the fields of the run to join, or nil. An earlier run that others have joined stays readable for them
 * by its token.
 */
export const CREATE_OR_JOIN = `${NOW}${READ}
local run = read(KEYS[1])
if run and not cjson.decode(run[3]).complete and tonumber(run[4]) <= tonumber(ARGV[5]) then
  if run[7] == '' or run[2] ~= ARGV[2] then return run end
  redis.call('HDEL', KEYS[1], 'left')
  run[7] = ''
  return run
end
if run and tonumber(redis.call('HGET', KEYS[1], 'joiners') or '0') > 0 then
  redis.call('RENAME', KEYS[1], KEYS[1] .. ':' .. run[1])
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'request', ARGV[2], 'status', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return nil`;

/**
 * KEYS: run. ARGV: token of the run, or '' for the current one, TTL in seconds. A run that has joined another one
 * does not write to its own record, so reading it extends its lifetime.
 */
export const FIND = `${NOW}${READ}
local run = read(KEYS[1])
if ARGV[1] ~= '' and (not run or run[1] ~= ARGV[1]) then run = read(KEYS[1] .. ':' .. ARGV[1]) end
if run and run[6] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return run`;

/**
 * KEYS: run to join. ARGV: its token, token of the joining run, time in ms after the end of a lease when a run counts
 * as lost.
 */
export const JOIN = `${NOW}${READ}
local run = read(KEYS[1])
if not run or run[1] ~= ARGV[1] or run[6] ~= '' then return 0 end
if cjson.decode(run[3]).complete or tonumber(run[4]) > tonumber(ARGV[3]) then return 0 end
if redis.call('HSET', KEYS[1], 'joined:' .. ARGV[2], '1') == 1 then
  redis.call('HINCRBY', KEYS[1], 'joiners', 1)
end
return 1`;

/** KEYS: joining run. ARGV: its token, id and token of the joined run. */
export const MARK_JOINED = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'joined', ARGV[2])
return 1`;

/**
 * KEYS: run that computes the result. ARGV: its token, token of the joined run that leaves, or '' for the run's own
 * client. Returns the number of remaining clients; without any, the record is deleted. -1 if the run no longer
 * exists.
 */
export const LEAVE = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return -1 end
if ARGV[2] == '' then
  redis.call('HSET', KEYS[1], 'left', '1')
elseif redis.call('HDEL', KEYS[1], 'joined:' .. ARGV[2]) == 1 then
  redis.call('HINCRBY', KEYS[1], 'joiners', -1)
end
local run = redis.call('HMGET', KEYS[1], 'joiners', 'left')
local waiting = tonumber(run[1] or '0') + (run[2] and 0 or 1)
if waiting == 0 then redis.call('DEL', KEYS[1]) end
return waiting`;

/** KEYS: run. ARGV: token. */
export const REMOVE = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * KEYS: run. ARGV: token, holder, status, lease in ms, TTL in seconds. Returns the number of claims of the run, 0 if
 * it does not exist or has ended, -1 while another holder's lease is valid.
 */
export const CLAIM = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'holder', 'lease_until', 'status')
if run[1] ~= ARGV[1] or cjson.decode(run[4]).complete then return 0 end
if run[2] and run[2] ~= ARGV[2] and tonumber(run[3]) > now then return -1 end
redis.call('HSET', KEYS[1], 'holder', ARGV[2], 'lease_until', now + ARGV[4], 'status', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return redis.call('HINCRBY', KEYS[1], 'claims', 1)`;

/** KEYS: run. ARGV: token, holder, lease in ms. */
export const RENEW = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'holder')
if run[1] ~= ARGV[1] or run[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'lease_until', now + ARGV[3])
return 1`;

/** KEYS: run. ARGV: token, holder, status, TTL in seconds, JSON list of the resources that it read. */
export const FINISH = `
local run = redis.call('HMGET', KEYS[1], 'token', 'holder')
if run[1] ~= ARGV[1] or run[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[3], 'scopes_read', ARGV[5])
redis.call('HDEL', KEYS[1], 'lease_until')
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1`;

/**
 * KEYS: run. ARGV: token, status, TTL in seconds, '1' if it was claimed, time in ms for which its lease must have
 * expired.
 */
export const GIVE_UP = `${NOW}
local run = redis.call('HMGET', KEYS[1], 'token', 'lease_until', 'status')
if run[1] ~= ARGV[1] or cjson.decode(run[3]).complete then return 0 end
if (run[2] and '1' or '0') ~= ARGV[4] then return 0 end
if run[2] and now - tonumber(run[2]) <= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'holder', '')
redis.call('HDEL', KEYS[1], 'lease_until')
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;
