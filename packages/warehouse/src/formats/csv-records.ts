import { WarehouseSourceError } from '../errors';
import { MAX_ROW_CHARACTERS } from '../limits';
import { decodeText } from './decode-text';

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** How the text of a CSV is read. */
export interface CsvReading {
  /** One character; default: a comma. */
  readonly delimiter?: string;
  /** The encoding of a file without a byte order mark; default: UTF-8. */
  readonly encoding?: string;
}

/** The cells of a record, or the reason why it cannot be read. */
export type CsvRecord = readonly string[] | CsvProblem;

interface CsvProblem {
  readonly problem: string;
  /** The number of the record in the file, from 1. */
  readonly row: number;
}

type Parsed =
  | {
      readonly record: string[];
      /** The index at which the next record begins. */
      readonly next: number;
    }
  | { readonly problem: string };

interface Parsing {
  readonly delimiter: number;
  /** False: quotes are ordinary characters. */
  readonly quotes: boolean;
  /** Whether no more text follows. */
  readonly isLast: boolean;
}

/**
 * Parses CSV (RFC 4180) while its chunks arrive, and yields some records at a time; blank lines are skipped. An
 * incomplete record waits for the next chunk.
 * @param quotes false: quotes are ordinary characters
 * @throws WarehouseSourceError for an invalid record
 */
export async function* csvRecords(
  chunks: AsyncIterable<unknown>,
  quotes: boolean,
): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const records of tolerantCsvRecords(chunks, {}, quotes)) {
    yield records.map((record) => {
      if (!('problem' in record)) return record;
      const { row, problem } = record;
      throw new WarehouseSourceError(`The file is not valid CSV: in row ${row} ${problem}.`);
    });
  }
}

/**
 * Like `csvRecords`, but an invalid record has the reason in its place, and reading continues with the next line. Text in
 * UTF-16 is recognised by its byte order mark, which is removed.
 */
export async function* tolerantCsvRecords(
  chunks: AsyncIterable<unknown>,
  { delimiter = ',', encoding = 'utf-8' }: CsvReading,
  quotes = true,
): AsyncGenerator<readonly CsvRecord[]> {
  const separator = delimiter.charCodeAt(0);
  let text = '';
  let row = 0;
  let isSkipping = false;
  let wasReplaced = false;
  const endOfLine = (from: number): number => {
    const end = text.indexOf('\n', from);
    isSkipping = end === -1;
    return isSkipping ? text.length : end + 1;
  };
  const take = (isLast: boolean): CsvRecord[] => {
    const records: CsvRecord[] = [];
    let at = isSkipping ? endOfLine(0) : 0;
    while (at < text.length) {
      let parsed = parseRecord(text, at, { delimiter: separator, quotes, isLast });
      if (parsed === null && text.length - at <= MAX_ROW_CHARACTERS) break;
      if (parsed === null || ('next' in parsed && parsed.next - at > MAX_ROW_CHARACTERS)) {
        parsed = { problem: `the record is longer than ${MAX_ROW_CHARACTERS} characters` };
      }
      row += 1;
      if ('problem' in parsed) {
        records.push({ ...parsed, row });
        at = endOfLine(at);
        continue;
      }
      const { record, next } = parsed;
      at = next;
      if (record.length === 1 && record[0] === '') continue;
      const isDamaged = wasReplaced && record.some((cell) => cell.includes('\uFFFD'));
      records.push(isDamaged ? { problem: `there is text that is not ${encoding}`, row } : record);
    }
    text = text.slice(at);
    return records;
  };
  for await (const piece of decodeText(chunks, encoding)) {
    text += piece.text;
    wasReplaced ||= piece.wasReplaced;
    yield take(false);
  }
  yield take(true);
}

/** Parses one record; null if the text ends before the record. */
function parseRecord(text: string, from: number, parsing: Parsing): Parsed | null {
  const { delimiter, quotes, isLast } = parsing;
  const record: string[] = [];
  let at = from;
  for (;;) {
    let value: string;
    if (quotes && text.charCodeAt(at) === QUOTE) {
      const quoted = parseQuoted(text, at + 1, parsing);
      if (quoted === null || 'problem' in quoted) return quoted;
      ({ value, end: at } = quoted);
    } else {
      const end = endOfField(text, at, delimiter);
      if (end === text.length && !isLast) return null;
      value = text.slice(at, end);
      if (text.charCodeAt(end) !== delimiter && value.endsWith('\r')) value = value.slice(0, -1);
      at = end;
    }
    record.push(value);
    if (text.charCodeAt(at) !== delimiter) return { record, next: at + 1 };
    at += 1;
  }
}

function endOfField(text: string, from: number, delimiter: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === LINE_FEED) return at;
    at += 1;
  }
  return at;
}

/** Parses a quoted cell; returns its text and the index of the delimiter or line break after it. */
function parseQuoted(
  text: string,
  from: number,
  { delimiter, isLast }: Parsing,
): { readonly value: string; readonly end: number } | { readonly problem: string } | null {
  let value = '';
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return isLast ? { problem: 'a quote is never closed' } : null;
    value += text.slice(at, quote);
    if (text.charCodeAt(quote + 1) !== QUOTE) {
      at = quote + 1;
      break;
    }
    value += '"';
    at = quote + 2;
  }
  if (text.charCodeAt(at) === CARRIAGE_RETURN) at += 1;
  if (at >= text.length) return isLast ? { value, end: text.length } : null;
  const code = text.charCodeAt(at);
  return code === delimiter || code === LINE_FEED
    ? { value, end: at }
    : { problem: 'text follows a closing quote' };
}
