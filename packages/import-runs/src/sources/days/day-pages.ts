import type { Readable } from 'node:stream';
import type { JsonObject } from '@tidemark/importers';
import { plainMessage } from '@tidemark/platform';
import { linePages } from '../files/line-pages';
import { parseLine } from '../files/read-file';
import type { Cursor, Page } from '../source';
import { ImportSourceError } from '../source';

/** Days of a source, YYYY-MM-DD, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The maximum number of days, each of which is a request; no service has data of more days. */
const MOST_DAYS = 20 * 366;

/** Returns the reason why a range of days is invalid; null if it is valid. */
export function daysProblem({ from, to }: Days): string | null {
  if (to < from) return 'The last day is before the first day.';
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return count > MOST_DAYS ? 'These are more than 20 years.' : null;
}

/** Returns yesterday in UTC, the last complete day. */
export function lastWholeDay(now: number): string {
  return new Date(now - DAY_MS).toISOString().slice(0, 10);
}

const PAGE_LINES = 2_000;
const DAY_MS = 86_400_000;

/**
 * Reads the records of a source by day. The order of lines within a day may differ between two requests, so cursors
 * are stored only after complete days. After an interruption the day is read again, and records that were already
 * written are found by their uuid.
 *
 * @param readDay reads the records of one day
 * @throws ImportSourceError if the import was started with another first day
 */
export async function* dayPages(
  { from, to }: Days,
  cursor: Cursor | null,
  readDay: (day: string) => AsyncIterable<readonly JsonObject[]>,
): AsyncGenerator<Page> {
  if (cursor !== null && cursor['from'] !== from) {
    throw new ImportSourceError(
      `This import has begun with the day ${String(cursor['from'])}. Give the same first day, or cancel it.`,
    );
  }
  let day = cursor === null ? from : dayAfter(String(cursor['day']));
  for (; day <= to; day = dayAfter(day)) {
    for await (const records of readDay(day)) yield { records, cursor: null };
    yield { records: [], cursor: { from, day } };
  }
}

/**
 * Reads lines of JSON, in batches.
 *
 * @param name name of the stream, for messages
 * @param cut matches a line that the source writes in place of the rest if it fails meanwhile
 * @throws ImportSourceError if the stream is interrupted
 */
export async function* recordsOf(
  stream: Readable,
  name: string,
  signal: AbortSignal,
  cut?: RegExp,
): AsyncGenerator<readonly JsonObject[]> {
  let records: JsonObject[] = [];
  try {
    for await (const { lines } of linePages(stream, 0)) {
      if (cut !== undefined && lines.some((line) => line !== null && cut.test(line))) {
        throw new ImportSourceError(`The source ended ${name} early. Start the import again.`);
      }
      records.push(...lines.map((line) => parseLine(line, name)));
      if (records.length < PAGE_LINES) continue;
      yield records;
      records = [];
    }
  } catch (cause) {
    throw brokenOff(cause, name, signal);
  } finally {
    stream.destroy();
  }
  if (records.length > 0) yield records;
}

/** Returns the error for an interrupted response. @throws the reason of the signal if it is aborted */
export function brokenOff(cause: unknown, name: string, signal: AbortSignal): ImportSourceError {
  signal.throwIfAborted();
  if (cause instanceof ImportSourceError) return cause;
  return new ImportSourceError(`${capital(name)} broke off: ${plainMessage(cause)}.`, { cause });
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
