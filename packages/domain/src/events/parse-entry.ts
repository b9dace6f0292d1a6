import type { LoggedEventV1, IngestWarning, ReplayEntry } from '@tidemark/contracts';
import { loggedEventV1Schema, ingestWarningSchema, replayEntrySchema } from '@tidemark/contracts';
import { isObject } from '../json/json-object';
import { quoteNumericIds } from '../capture/parse-json';
import { mayNeedRepair, repairJson } from '../capture/text-repair';
import { isLoggedEvent, wrongLoggedEventFields } from './is-logged-event';
import { readLoggedEvent } from './read-logged-event';

/** The beginning of every record of version 2. */
const LOGGED_EVENT = '{"v":2,';

export type ParsedEntry =
  | { readonly kind: 'entry'; readonly entry: LoggedEventV1 }
  | { readonly kind: 'warning'; readonly warning: IngestWarning }
  | { readonly kind: 'replay'; readonly replay: ReplayEntry }
  /** Not a record that Tidemark has written; a retry would not help. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads one record of the ingest log and replaces characters that stores reject. */
export function parseEntry(raw: string): ParsedEntry {
  let value: unknown;
  try {
    // Only version 2 contains the client's JSON text, in which an id may be a number.
    value = JSON.parse(raw.startsWith(LOGGED_EVENT) ? quoteNumericIds(raw) : raw);
  } catch {
    return { kind: 'unreadable', reason: 'not JSON' };
  }
  const storable = mayNeedRepair(raw) ? repairJson(value) : value;
  const kind = isObject(storable) ? storable['kind'] : undefined;
  if (kind === undefined && raw.startsWith(LOGGED_EVENT)) return parseLoggedEvent(storable);
  if (kind === undefined) return parseEvent(storable);
  if (kind === 'warning') return parseWarning(storable);
  if (kind === 'replay') return parseReplay(storable);
  return { kind: 'unreadable', reason: 'unknown kind of entry' };
}

function parseEvent(value: unknown): ParsedEntry {
  const parsed = loggedEventV1Schema.safeParse(value);
  if (!parsed.success) return notOurs('ingest entry', parsed.error.issues);
  const entry = parsed.data;
  const reason = unusable(entry.uuid, [entry.timestamp, entry.captured_at]);
  if (reason !== null) return { kind: 'unreadable', reason: `not an ingest entry: ${reason}` };
  return { kind: 'entry', entry };
}

function parseLoggedEvent(value: unknown): ParsedEntry {
  if (!isLoggedEvent(value)) {
    const fields = wrongLoggedEventFields(value).join(', ');
    return { kind: 'unreadable', reason: `not a sent event: ${fields}` };
  }
  try {
    const entry = readLoggedEvent(value);
    if (UUID.test(entry.uuid)) return { kind: 'entry', entry };
    return { kind: 'unreadable', reason: 'not a sent event: uuid' };
  } catch (error) {
    // The edge rejects such events; a RangeError is caused by a time outside the range of Date.
    return { kind: 'unreadable', reason: `not a sent event: ${String(error)}` };
  }
}

function parseWarning(value: unknown): ParsedEntry {
  const parsed = ingestWarningSchema.safeParse(value);
  if (!parsed.success) return notOurs('ingest warning', parsed.error.issues);
  const warning = parsed.data;
  const reason = unusable(warning.uuid, [warning.timestamp]);
  if (reason !== null) return { kind: 'unreadable', reason: `not an ingest warning: ${reason}` };
  return { kind: 'warning', warning };
}

function parseReplay(value: unknown): ParsedEntry {
  const parsed = replayEntrySchema.safeParse(value);
  if (!parsed.success) return notOurs('ingest replay', parsed.error.issues);
  const replay = parsed.data;
  const reason = unusable(replay.uuid, [replay.start, replay.end]);
  if (reason !== null) return { kind: 'unreadable', reason: `not an ingest replay: ${reason}` };
  return { kind: 'replay', replay };
}

interface Issue {
  readonly path: readonly PropertyKey[];
}

function notOurs(what: string, issues: readonly Issue[]): ParsedEntry {
  const fields = issues.map((issue) => issue.path.join('.'));
  return { kind: 'unreadable', reason: `not an ${what}: ${fields.join(', ')}` };
}

/**
 * The problem of a field whose format the schemas do not check, because a second check would cost time for every
 * event.
 */
function unusable(uuid: string, times: readonly string[]): string | null {
  if (times.some((time) => Number.isNaN(Date.parse(time)))) return 'unreadable time';
  return UUID.test(uuid) ? null : 'uuid';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
