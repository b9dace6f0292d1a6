import type { LogEntry } from '@tidemark/contracts';
import { partitionKeyOf } from '@tidemark/contracts';
import { ENTRY_FIELD, streamKey, SURPLUS_SUFFIX } from './keys';
import type { StreamValue } from './packed-records';
import { partitionOf } from './partition';

/**
 * KEYS: the stream of each value. ARGV: events beyond the first and the value, in turn. One command
 * for everything, because what a command costs the client does not depend on its size.
 */
const APPEND = `
for i = 1, #KEYS do
  redis.call('XADD', KEYS[i], '*', '${ENTRY_FIELD}', ARGV[2 * i])
  if ARGV[2 * i - 1] ~= '0' then
    redis.call('INCRBY', KEYS[i] .. '${SURPLUS_SUFFIX}', ARGV[2 * i - 1])
  end
end
return #KEYS`;

/** Bounds how long one command keeps Redis from the others. */
const VALUES_PER_COMMAND = 500;

/** A stream entry for each log entry. */
export function entryValues(entries: readonly LogEntry[], partitions: number): StreamValue[] {
  return entries.map((entry) => ({
    partition: partitionOf(entry.team_id, partitionKeyOf(entry), partitions),
    events: 1,
    value: JSON.stringify(entry),
  }));
}

/** The same with a command for each partition, which no other node of a cluster may have. */
export function appendCommandsByPartition(values: readonly StreamValue[]): (string | Buffer)[][] {
  const byPartition = new Map<number, StreamValue[]>();
  for (const value of values) {
    const found = byPartition.get(value.partition);
    if (found === undefined) byPartition.set(value.partition, [value]);
    else found.push(value);
  }
  return [...byPartition.values()].flatMap(appendCommands);
}

/** The commands that append values to their partitions, in order. */
export function appendCommands(values: readonly StreamValue[]): (string | Buffer)[][] {
  const commands: (string | Buffer)[][] = [];
  for (let from = 0; from < values.length; from += VALUES_PER_COMMAND) {
    const chunk = values.slice(from, from + VALUES_PER_COMMAND);
    const command: (string | Buffer)[] = ['eval', APPEND, String(chunk.length)];
    for (const { partition } of chunk) command.push(streamKey(partition));
    for (const { events, value } of chunk) command.push(String(events - 1), value);
    commands.push(command);
  }
  return commands;
}
