import { BURIED_SUFFIX, PROJECTS_SUFFIX, SURPLUS_SUFFIX } from './keys';

/**
 * Lua: removes a stream entry, subtracts its surplus from that of the stream, and its events from the count of its
 * project (`0`: no project). An entry that was already removed is not subtracted again; an empty stream has no
 * surplus and no counts.
 */
export const REMOVE_ENTRY = `
local function remove_entry(stream, id, surplus, project)
  if redis.call('XDEL', stream, id) == 0 then return end
  local projects = stream .. '${PROJECTS_SUFFIX}'
  if project ~= '0' and redis.call('HINCRBY', projects, project, -1 - surplus) <= 0 then
    redis.call('HDEL', projects, project)
  end
  if surplus ~= '0' then redis.call('DEL', stream .. '${BURIED_SUFFIX}' .. id) end
  if redis.call('XLEN', stream) == 0 then redis.call('DEL', stream .. '${SURPLUS_SUFFIX}', projects)
  elseif surplus ~= '0' then redis.call('DECRBY', stream .. '${SURPLUS_SUFFIX}', surplus) end
end`;
