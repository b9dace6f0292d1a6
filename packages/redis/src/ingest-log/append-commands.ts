import type { EntryValue } from '@tidemark/ingest-log';
import { eventsOf } from '@tidemark/ingest-log';
import { ENTRY_FIELD, PROJECT_FIELD, PROJECTS_SUFFIX, streamKey, SURPLUS_SUFFIX } from './keys';

/**
 * Lua: adds the events of some new stream entries to the counts of the partition and of the project
 * (`0`: of none).
 */
export const ADD_COUNTS = `
local function add_counts(stream, project, events, entries)
  if project ~= '0' then redis.call('HINCRBY', stream .. '${PROJECTS_SUFFIX}', project, events) end
  local surplus = events - entries
  if surplus > 0 then redis.call('INCRBY', stream .. '${SURPLUS_SUFFIX}', surplus) end
end`;

/**
 * KEYS: a stream for each run of values, which have partition and project in common. ARGV: of each run the
 * project, its events, how many values, and these. One command for everything, because what a command
 * costs the client does not depend on its size.
 */
const APPEND = `${ADD_COUNTS}
local at = 1
for i = 1, #KEYS do
  local stream, project, count = KEYS[i], ARGV[at], tonumber(ARGV[at + 2])
  for value = at + 3, at + 2 + count do
    redis.call('XADD', stream, '*', '${ENTRY_FIELD}', ARGV[value], '${PROJECT_FIELD}', project)
  end
  add_counts(stream, project, ARGV[at + 1], count)
  at = at + 3 + count
end
return #KEYS`;

/** Limits how long one command blocks Redis for the others. */
const VALUES_PER_COMMAND = 500;

/** `appendCommands` with a command for each partition, which no other node of a cluster may have. */
export function appendCommandsByPartition(values: readonly EntryValue[]): (string | Buffer)[][] {
  return groupBy(values, ({ partition }) => partition).flatMap(appendCommands);
}

/** The commands that append values to their partitions, those of one project in order. */
export function appendCommands(values: readonly EntryValue[]): (string | Buffer)[][] {
  const commands: (string | Buffer)[][] = [];
  for (let from = 0; from < values.length; from += VALUES_PER_COMMAND) {
    const runs = groupBy(values.slice(from, from + VALUES_PER_COMMAND), runOf);
    const keys = runs.map(([first]) => streamKey(first?.partition ?? 0));
    const command: (string | Buffer)[] = ['eval', APPEND, String(runs.length), ...keys];
    for (const run of runs) {
      command.push(String(run[0]?.projectId ?? 0), String(eventsOf(run)), String(run.length));
      for (const { value } of run) command.push(value);
    }
    commands.push(command);
  }
  return commands;
}

/** More than there can be partitions. */
const MOST_PARTITIONS = 2 ** 16;

function runOf({ partition, projectId }: EntryValue): number {
  return projectId * MOST_PARTITIONS + partition;
}

function groupBy(
  values: readonly EntryValue[],
  keyOf: (value: EntryValue) => number,
): EntryValue[][] {
  const groups = new Map<number, EntryValue[]>();
  for (const value of values) {
    const key = keyOf(value);
    const found = groups.get(key);
    if (found === undefined) groups.set(key, [value]);
    else found.push(value);
  }
  return [...groups.values()];
}
