import type { IngestEntry, IngestWarning, ReplayEntry } from '@tidemark/contracts';
import { ingestEntrySchema, ingestWarningSchema, replayEntrySchema } from '@tidemark/contracts';
import { isObject } from '../json/json-object';
import { quoteLongIds } from '../capture/parse-json';
import { mayNeedRepair, repairJson } from '../capture/text-repair';
import { isSentEvent, wrongSentEventFields } from './is-sent-event';
import { readSentEvent } from './read-sent-event';

/** How every record of version 2 begins. */
const SENT_EVENT = '{"v":2,';

export type ParsedEntry =
  | { readonly kind: 'entry'; readonly entry: IngestEntry }
  | { readonly kind: 'warning'; readonly warning: IngestWarning }
  | { readonly kind: 'replay'; readonly replay: ReplayEntry }
  /** Nothing that ever comes of it: not one of ours. */
  | { readonly kind: 'poison'; readonly reason: string };

/** Reads one record of the ingest log, with all text made storable. */
export function parseEntry(raw: string): ParsedEntry {
  let value: unknown;
  try {
    // Version 2 holds the client's own text, version 1 what the edge has made of it.
    value = JSON.parse(raw.startsWith(SENT_EVENT) ? quoteLongIds(raw) : raw);
  } catch {
    return { kind: 'poison', reason: 'not JSON' };
  }
  const storable = mayNeedRepair(raw) ? repairJson(value) : value;
  const kind = isObject(storable) ? storable['kind'] : undefined;
  if (kind === undefined && raw.startsWith(SENT_EVENT)) return parseSentEvent(storable);
  if (kind === undefined) return parseEvent(storable);
  if (kind === 'warning') return parseWarning(storable);
  if (kind === 'replay') return parseReplay(storable);
  return { kind: 'poison', reason: 'unknown kind of entry' };
}

function parseEvent(value: unknown): ParsedEntry {
  const parsed = ingestEntrySchema.safeParse(value);
  if (!parsed.success) return notOurs('ingest entry', parsed.error.issues);
  const entry = parsed.data;
  const reason = unusable(entry.uuid, [entry.timestamp, entry.captured_at]);
  if (reason !== null) return { kind: 'poison', reason: `not an ingest entry: ${reason}` };
  return { kind: 'entry', entry };
}

function parseSentEvent(value: unknown): ParsedEntry {
  if (!isSentEvent(value)) {
    const fields = wrongSentEventFields(value).join(', ');
    return { kind: 'poison', reason: `not a sent event: ${fields}` };
  }
  try {
    const entry = readSentEvent(value);
    if (UUID.test(entry.uuid)) return { kind: 'entry', entry };
    return { kind: 'poison', reason: 'not a sent event: uuid' };
  } catch (error) {
    // The edge refuses such events; a RangeError is a time that no Date can hold.
    return { kind: 'poison', reason: `not a sent event: ${String(error)}` };
  }
}

function parseWarning(value: unknown): ParsedEntry {
  const parsed = ingestWarningSchema.safeParse(value);
  if (!parsed.success) return notOurs('ingest warning', parsed.error.issues);
  const warning = parsed.data;
  const reason = unusable(warning.uuid, [warning.timestamp]);
  if (reason !== null) return { kind: 'poison', reason: `not an ingest warning: ${reason}` };
  return { kind: 'warning', warning };
}

function parseReplay(value: unknown): ParsedEntry {
  const parsed = replayEntrySchema.safeParse(value);
  if (!parsed.success) return notOurs('ingest replay', parsed.error.issues);
  const replay = parsed.data;
  const reason = unusable(replay.uuid, [replay.start, replay.end]);
  if (reason !== null) return { kind: 'poison', reason: `not an ingest replay: ${reason}` };
  return { kind: 'replay', replay };
}

interface Issue {
  readonly path: readonly PropertyKey[];
}

function notOurs(what: string, issues: readonly Issue[]): ParsedEntry {
  const fields = issues.map((issue) => issue.path.join('.'));
  return { kind: 'poison', reason: `not an ${what}: ${fields.join(', ')}` };
}

/** Texts that the schemas leave open because checking them twice would cost per event. */
function unusable(uuid: string, times: readonly string[]): string | null {
  if (times.some((time) => Number.isNaN(Date.parse(time)))) return 'unreadable time';
  return UUID.test(uuid) ? null : 'uuid';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
