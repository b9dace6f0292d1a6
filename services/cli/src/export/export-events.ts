import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClickHouse } from '@tidemark/clickhouse';
import { EXPORT_SETTINGS, eventRows, planEventSlices } from '@tidemark/clickhouse';

/** The maximum number of events per file. A continued import skips whole files. */
const FILE_EVENTS = 500_000;

/**
 * Writes the events of a project in the events model of batch exports, as lines of JSON, with one file per slice of
 * events.
 *
 * @returns the number of events when the export was planned
 */
export async function exportEvents(
  clickhouse: ClickHouse,
  projectId: number,
  folder: string,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const selection = {
    projectId,
    // Includes events with timestamps in the future.
    interval: { by: 'timestamp', start: null, end: END_OF_TIME, storedBefore: now } as const,
    includeEvents: [],
    excludeEvents: [],
  };
  const slices = await planEventSlices(clickhouse, selection, FILE_EVENTS, signal);
  let number = 0;
  for (const { slice } of slices) {
    number += 1;
    const rows = eventRows(selection, slice, { format: 'JSONLines', escapeFormulas: false });
    const source = await clickhouse.stream({ ...rows, settings: EXPORT_SETTINGS, signal });
    const name = `events-${String(number).padStart(5, '0')}.jsonl`;
    await pipeline(source, createWriteStream(join(folder, name), { mode: 0o600 }));
  }
  return slices.reduce((sum, { rows }) => sum + rows, 0);
}

const END_OF_TIME = new Date('2299-01-01T00:00:00Z');
