import { WarehouseSourceError } from '../errors';
import { MAX_ROW_CHARACTERS } from '../limits';

const COMMA = 44;
const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

interface Parsed {
  readonly record: string[];
  /** The index at which the next record begins. */
  readonly next: number;
}

/**
 * Parses CSV (RFC 4180) while its chunks arrive, and yields some records at a time; blank lines are skipped. An
 * incomplete record waits for the next chunk.
 * @param quotes false: quotes are ordinary characters
 * @throws WarehouseSourceError
 */
export async function* csvRecords(
  chunks: AsyncIterable<unknown>,
  quotes: boolean,
): AsyncGenerator<readonly string[][]> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let line = 1;
  const take = (isLast: boolean): string[][] => {
    const records: string[][] = [];
    let at = 0;
    while (at < text.length) {
      const parsed = parseRecord(text, at, quotes, isLast, line);
      if (parsed === null) break;
      if (parsed.next - at > MAX_ROW_CHARACTERS) throw tooLong(line);
      if (parsed.record.length > 1 || parsed.record[0] !== '') records.push(parsed.record);
      at = parsed.next;
      line += 1;
    }
    text = text.slice(at);
    if (text.length > MAX_ROW_CHARACTERS) throw tooLong(line);
    return records;
  };
  for await (const chunk of chunks) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    yield take(false);
  }
  text += decoder.decode();
  yield take(true);
}

/** Parses one record; null if the text ends before the record. */
function parseRecord(
  text: string,
  from: number,
  quotes: boolean,
  isLast: boolean,
  line: number,
): Parsed | null {
  const record: string[] = [];
  let at = from;
  for (;;) {
    let value: string;
    if (quotes && text.charCodeAt(at) === QUOTE) {
      const quoted = parseQuoted(text, at + 1, isLast, line);
      if (quoted === null) return null;
      ({ value, end: at } = quoted);
    } else {
      const end = endOfField(text, at);
      if (end === text.length && !isLast) return null;
      value = text.slice(at, end);
      if (text.charCodeAt(end) !== COMMA && value.endsWith('\r')) value = value.slice(0, -1);
      at = end;
    }
    record.push(value);
    if (text.charCodeAt(at) !== COMMA) return { record, next: at + 1 };
    at += 1;
  }
}

function endOfField(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === LINE_FEED) return at;
    at += 1;
  }
  return at;
}

/** Parses a quoted cell; returns its text and the index of the comma or line break after it. */
function parseQuoted(
  text: string,
  from: number,
  isLast: boolean,
  line: number,
): { readonly value: string; readonly end: number } | null {
  let value = '';
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) {
      if (isLast) throw invalid(line, 'a quote is never closed');
      return null;
    }
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
  if (code !== COMMA && code !== LINE_FEED) throw invalid(line, 'text follows a closing quote');
  return { value, end: at };
}

function invalid(line: number, what: string): WarehouseSourceError {
  return new WarehouseSourceError(`The file is not valid CSV: in row ${line} ${what}.`);
}

function tooLong(line: number): WarehouseSourceError {
  return new WarehouseSourceError(
    `Row ${line} of the CSV is longer than ${MAX_ROW_CHARACTERS} characters.`,
  );
}
