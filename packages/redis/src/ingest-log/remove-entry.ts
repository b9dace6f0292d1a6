import { BURIED_SUFFIX, SURPLUS_SUFFIX } from './keys';

/**
 * Lua: removes a stream entry and what it held beyond one event from the count. An entry that is gone
 * counts no second time; an empty stream has no surplus.
 */
export const REMOVE_ENTRY = `
local function remove_entry(stream, id, surplus)
  if redis.call('XDEL', stream, id) == 0 then return end
  if surplus ~= '0' then redis.call('DEL', stream .. '${BURIED_SUFFIX}' .. id) end
  if redis.call('XLEN', stream) == 0 then redis.call('DEL', stream .. '${SURPLUS_SUFFIX}')
  elseif surplus ~= '0' then redis.call('DECRBY', stream .. '${SURPLUS_SUFFIX}', surplus) end
end`;
