import type { IngestEntry } from '@tidemark/contracts';
import { ingestEntrySchema } from '@tidemark/contracts';
import { mayNeedRepair, repairJson } from '../capture/text-repair';

export type ParsedEntry =
  | { readonly kind: 'entry'; readonly entry: IngestEntry }
  /** Nothing that ever comes of it: not one of ours. */
  | { readonly kind: 'poison'; readonly reason: string };

/** Reads one record of the ingest log, with all text made storable. */
export function parseEntry(raw: string): ParsedEntry {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return { kind: 'poison', reason: 'not JSON' };
  }
  const parsed = ingestEntrySchema.safeParse(mayNeedRepair(raw) ? repairJson(value) : value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.'));
    return { kind: 'poison', reason: `not an ingest entry: ${fields.join(', ')}` };
  }
  const entry = parsed.data;
  const times = [entry.timestamp, entry.captured_at];
  if (times.some((time) => Number.isNaN(Date.parse(time)))) {
    return { kind: 'poison', reason: 'not an ingest entry: unreadable time' };
  }
  if (!UUID.test(entry.uuid)) return { kind: 'poison', reason: 'not an ingest entry: uuid' };
  return { kind: 'entry', entry };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
