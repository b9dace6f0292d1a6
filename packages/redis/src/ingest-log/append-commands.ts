import type { EntryValue } from '@tidemark/ingest-log';
import { eventsOf } from '@tidemark/ingest-log';
import { ENTRY_FIELD, PROJECT_FIELD, PROJECTS_SUFFIX, streamKey, SURPLUS_SUFFIX } from './keys';

/** Lua: adds the events of new stream entries to the counts of the partition and of the project (`0`: no project). */
export const ADD_COUNTS = `
local function add_counts(stream, project, events, entries)
  if project ~= '0' then redis.call('HINCRBY', stream .. '${PROJECTS_SUFFIX}', project, events) end
  local surplus = events - entries
  if surplus > 0 then redis.call('INCRBY', stream .. '${SURPLUS_SUFFIX}', surplus) end
end`;

/**
 * KEYS: the stream of each run of values, which have the same partition and project. ARGV: for each run its project,
 * its number of events, its number of values, and the values. One command contains all runs, because the client's
 * cost of a command does not depend on its size.
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

/** Limits how long one command blocks Redis for other clients. */
const VALUES_PER_COMMAND = 500;

/**
 * Like `appendCommands`, but each command contains only one partition, because partitions may be on different nodes
 * of a cluster.
 */
export function appendCommandsByPartition(values: readonly EntryValue[]): (string | Buffer)[][] {
  return groupBy(values, ({ partition }) => partition).flatMap(appendCommands);
}

/** The commands that append values to their partitions. Values of one project stay in order. */
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

/** Higher than the maximum number of partitions. */
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
