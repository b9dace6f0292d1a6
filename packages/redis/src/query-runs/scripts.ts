/** Milliseconds by the clock of Redis: every process measures leases by the same one. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** The fields of the run at `key`, as `parseRun` reads them. */
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
 * KEYS: run. ARGV: token, request, status, TTL seconds, milliseconds after which a lapsed lease means that
 * no one goes on. Returns the fields of the run to join, or nil. A former run that others have joined stays
 * readable for them under its token.
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
 * KEYS: run. ARGV: token of the run that is meant or '', TTL seconds. Who has joined another run does not write to
 * its own record: looking at it keeps it.
 */
export const FIND = `${NOW}${READ}
local run = read(KEYS[1])
if ARGV[1] ~= '' and (not run or run[1] ~= ARGV[1]) then run = read(KEYS[1] .. ':' .. ARGV[1]) end
if run and run[6] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return run`;

/**
 * KEYS: run to join. ARGV: its token, token of the run that joins, milliseconds after which a lapsed lease means
 * that no one goes on.
 */
export const JOIN = `${NOW}${READ}
local run = read(KEYS[1])
if not run or run[1] ~= ARGV[1] or run[6] ~= '' then return 0 end
if cjson.decode(run[3]).complete or tonumber(run[4]) > tonumber(ARGV[3]) then return 0 end
if redis.call('HSET', KEYS[1], 'joined:' .. ARGV[2], '1') == 1 then
  redis.call('HINCRBY', KEYS[1], 'joiners', 1)
end
return 1`;

/** KEYS: run that joins. ARGV: its token, the id and the token of the run it joined. */
export const MARK_JOINED = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'joined', ARGV[2])
return 1`;

/**
 * KEYS: run that works. ARGV: its token, token of the joined run that leaves, or '' for the run's own client.
 * Returns how many still wait; the last one removes the record. -1 if the run does not exist any longer.
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
 * KEYS: run. ARGV: token, holder, status, lease milliseconds, TTL seconds. Returns how often the run has been
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

/** KEYS: run. ARGV: token, holder, status, TTL seconds, JSON list of the resources that it read. */
export const FINISH = `
local run = redis.call('HMGET', KEYS[1], 'token', 'holder')
if run[1] ~= ARGV[1] or run[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[3], 'scopes_read', ARGV[5])
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
