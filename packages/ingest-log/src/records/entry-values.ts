import type { LogRecordBody } from '@tidemark/contracts';
import { partitionKeyOf } from '@tidemark/contracts';
import type { EntryValue } from './packed-records';
import { partitionOf } from './partition';

/** Returns one entry of the log for each record. */
export function entryValues(entries: readonly LogRecordBody[], partitions: number): EntryValue[] {
  return entries.map((entry) => ({
    partition: partitionOf(entry.team_id, partitionKeyOf(entry), partitions),
    projectId: entry.team_id,
    events: 1,
    value: JSON.stringify(entry),
  }));
}
