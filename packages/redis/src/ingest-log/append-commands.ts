import type { LogEntry } from '@tidemark/contracts';
import { ENTRY_FIELD, streamKey } from './keys';
import { partitionOf } from './partition';

/** KEYS: stream. ARGV: entries. One command for many entries costs the client a tenth of many. */
const APPEND_MANY = `
for i = 1, #ARGV do redis.call('XADD', KEYS[1], '*', '${ENTRY_FIELD}', ARGV[i]) end
return #ARGV`;

/** Bounds how long one command keeps Redis from the others. */
const ENTRIES_PER_COMMAND = 500;

/** The commands that append entries to their partitions, in order within each. */
export function appendCommands(entries: readonly LogEntry[], partitions: number): string[][] {
  const byPartition = new Map<number, string[]>();
  for (const entry of entries) {
    const partition = partitionOf(entry.team_id, entry.distinct_id, partitions);
    const texts = byPartition.get(partition);
    if (texts === undefined) byPartition.set(partition, [JSON.stringify(entry)]);
    else texts.push(JSON.stringify(entry));
  }
  const commands: string[][] = [];
  for (const [partition, texts] of byPartition) {
    const key = streamKey(partition);
    for (let at = 0; at < texts.length; at += ENTRIES_PER_COMMAND) {
      const chunk = texts.slice(at, at + ENTRIES_PER_COMMAND);
      commands.push(
        chunk.length === 1
          ? ['xadd', key, '*', ENTRY_FIELD, ...chunk]
          : ['eval', APPEND_MANY, '1', key, ...chunk],
      );
    }
  }
  return commands;
}
