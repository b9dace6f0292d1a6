/** A batch whose events were parsed one by one, so that the JSON text of each is known. */
export interface JsonPieces {
  /** The parsed body, including the events. */
  readonly value: unknown;
  readonly events: readonly unknown[];
  /** UTF-8 texts of the events. */
  readonly texts: readonly Uint8Array[];
}

/** Replaces all events in the rest of the body. No real body contains it by chance. */
const STAND_IN = '\u0001tidemark events\u0001';
const STAND_IN_JSON = Buffer.from(JSON.stringify(STAND_IN));

const OPENINGS = ['"batch":[{"', '"batch": [{"'].map((text) => Buffer.from(text));
const ARRAY_OPENING = '[{"';
const QUOTE = 0x22;
const LONGEST_KEY = 64;

/**
 * Splits a batch into its events without parsing it twice. It assumes that all events begin like the first one, and
 * verifies this by parsing: if every piece is a JSON value, and the body with one placeholder instead of the events
 * is JSON whose only event is the placeholder, then the split is correct.
 * @param bytes valid UTF-8
 * @returns undefined if the assumption is wrong, or the body is not JSON or not a batch
 */
export function parsePieces(bytes: Buffer): JsonPieces | undefined {
  const start = firstEvent(bytes);
  if (start === -1) return undefined;
  const separator = separatorOf(bytes, start);
  const end = bytes.lastIndexOf('}]') + 1;
  if (separator === undefined || end <= start) return undefined;
  try {
    const rest = Buffer.concat([bytes.subarray(0, start), STAND_IN_JSON, bytes.subarray(end)]);
    const place = placeOf(JSON.parse(rest.toString('utf8')));
    if (place === undefined) return undefined;
    // The separator consists of a brace, the text between events, and the beginning of the next event.
    const gap = separator.indexOf('{') - 1;
    const texts: Uint8Array[] = [];
    const events: unknown[] = [];
    for (let from = start; from < end;) {
      const next = bytes.indexOf(separator, from);
      const to = next === -1 || next >= end ? end : next + 1;
      events.push(JSON.parse(bytes.toString('utf8', from, to)));
      texts.push(bytes.subarray(from, to));
      from = to === end ? end : to + gap;
    }
    return { value: place(events), events, texts };
  } catch {
    // The assumption was wrong, or the body is not JSON: the caller parses the whole text.
    return undefined;
  }
}

function firstEvent(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, ARRAY_OPENING.length) === ARRAY_OPENING) return 1;
  for (const opening of OPENINGS) {
    const at = bytes.indexOf(opening);
    if (at !== -1) return at + opening.length - '{"'.length;
  }
  return -1;
}

/**
 * The bytes between two events that begin with the same key. They cannot be part of a string, because no name can
 * follow directly after its closing quote.
 */
function separatorOf(bytes: Buffer, start: number): Buffer | undefined {
  const nameEnd = bytes.indexOf(QUOTE, start + 2);
  if (nameEnd === -1 || nameEnd - start > LONGEST_KEY) return undefined;
  const opening = bytes.toString('latin1', start, nameEnd + 1);
  if (!/^\{"[$\w]+"$/.test(opening)) return undefined;
  const spaced = bytes.toString('latin1', start - 2, start) === ' [';
  return Buffer.from(`}${spaced ? ', ' : ','}${opening}:`, 'latin1');
}

/** Returns a function that replaces the placeholder by the events; undefined if it is not the only event of a batch. */
function placeOf(rest: unknown): ((events: unknown[]) => unknown) | undefined {
  if (Array.isArray(rest)) return isStandIn(rest) ? (events) => events : undefined;
  if (typeof rest !== 'object' || rest === null || !('batch' in rest)) return undefined;
  if (!isStandIn(rest.batch)) return undefined;
  return (events) => ({ ...rest, batch: events });
}

function isStandIn(events: unknown): boolean {
  return Array.isArray(events) && events.length === 1 && events[0] === STAND_IN;
}
