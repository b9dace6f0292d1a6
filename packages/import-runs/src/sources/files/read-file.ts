import type { Readable } from 'node:stream';
import type { JsonObject } from '@tidemark/importers';
import { isObject } from '@tidemark/importers';
import type { SourceFile } from '@tidemark/warehouse';
import type { CsvReading } from '@tidemark/warehouse';
import {
  ByteBudget,
  encodingOf,
  parquetFormat,
  tolerantCsvRecords,
  WarehouseSourceError,
} from '@tidemark/warehouse';
import { parseJson } from '@tidemark/domain';
import { ImportSourceError } from '../source';
import { linePages } from './line-pages';
import { openPlainText, openUtf8Text, PACKED, unpackError } from './plain-text';
import { beginsArray, valuePages } from './value-pages';

/** Records of a file. `next` is the position of the next record: in bytes for JSON, in rows for other formats. */
export interface FilePage {
  readonly records: readonly JsonObject[];
  readonly next: number;
}

export type FileFormat = 'json-lines' | 'csv' | 'parquet';

const PAGE_ROWS = 2_000;
const NO_LIMIT = (): ByteBudget => new ByteBudget(Number.MAX_SAFE_INTEGER);

/** Returns the format of a file by its name; null if it is not a data file. */
export function formatOf(name: string): FileFormat | null {
  const lower = name.toLowerCase();
  // Batch exports add the compression within Parquet to the name.
  if (/\.parquet(?:\.(?:gz|br|zst|sz|lz4))?$/.test(lower)) return 'parquet';
  const plain = lower.replace(PACKED, '');
  // Batch exports write a list of their files beside them.
  if (plain.endsWith('_manifest.json')) return null;
  if (/\.(?:jsonl|ndjson|json|jsonlines)$/.test(plain)) return 'json-lines';
  return /\.(?:csv|tsv)$/.test(plain) ? 'csv' : null;
}

/** Reads the records of a file from a position, in pages. Only one page is in memory. JSON may be in lines or an array. */
export function readFile(
  file: SourceFile,
  format: FileFormat,
  from: number,
  csv: CsvReading = {},
): AsyncGenerator<FilePage> {
  switch (format) {
    case 'json-lines':
      return readLines(file, from);
    case 'csv':
      return readRows(csvRows(file, csv), from);
    case 'parquet':
      return readRows(parquetRows(file), from);
  }
}

async function* readLines(file: SourceFile, from: number): AsyncGenerator<FilePage> {
  let text: Readable | null = null;
  try {
    // If the bytes of the file are those of the text, the bytes before the position are not read.
    const mayJump = from > 0 && !PACKED.test(file.name) && (await isUtf8Text(file));
    text = await openUtf8Text(file);
    const { isArray, pieces } = await withLayout(text);
    let base = 0;
    let rest: AsyncIterable<unknown> = pieces;
    if (mayJump) {
      text.destroy();
      text = await file.read({ start: from, end: await file.size() });
      base = from;
      rest = text;
    }
    const pages = isArray ? valuePages : linePages;
    const unit = isArray ? 'value' : 'line';
    for await (const { lines, end } of pages(rest, from - base)) {
      yield {
        records: lines.map((line) => parseLine(line, file.name, unit)),
        next: base + end,
      };
    }
  } catch (error) {
    throw unpackError(error, file);
  } finally {
    text?.destroy();
  }
}

/** Reads text up to its first byte that is not blank, which says whether its records are in an array or in lines. */
async function withLayout(
  text: Readable,
): Promise<{ readonly isArray: boolean; readonly pieces: AsyncIterable<unknown> }> {
  const bytes = text[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head: Buffer[] = [];
  let isArray: boolean | null = null;
  while (isArray === null) {
    const next = await bytes.next();
    if (next.done === true) break;
    // Blank pieces are kept, because positions count them.
    head.push(next.value);
    isArray = beginsArray(next.value);
  }
  async function* pieces(): AsyncGenerator<Buffer> {
    yield* head;
    for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) {
      yield next.value;
    }
  }
  return { isArray: isArray === true, pieces: pieces() };
}

/** Whether neither the name nor the first bytes of an uncompressed file say that its text has to be decoded. */
async function isUtf8Text(file: SourceFile): Promise<boolean> {
  const head: Buffer[] = [];
  for await (const chunk of await file.read({ start: 0, end: 2 })) head.push(chunk as Buffer);
  const bytes = Buffer.concat(head);
  return encodingOf(bytes) === null && !(bytes[0] === 0x1f && bytes[1] === 0x8b);
}

/** Parses a line or value. If it is not a JSON object, it returns a record with the reason, so that the import continues. */
export function parseLine(
  line: string | null,
  name: string,
  unit: 'line' | 'value' = 'line',
): JsonObject {
  if (line === null) return { [UNREADABLE]: `a ${unit} of ${name} is not valid UTF-8` };
  try {
    // Files that were joined have a byte order mark within them.
    const value = parseJson(line.replace(/^\uFEFF/, ''));
    if (isObject(value)) return value;
    if (Array.isArray(value)) {
      return {
        [UNREADABLE]: `a ${unit} of ${name} is a JSON array; write each object on its own line`,
      };
    }
  } catch {
    return { [UNREADABLE]: `a ${unit} of ${name} is not valid JSON` };
  }
  return { [UNREADABLE]: `a ${unit} of ${name} is not a JSON object` };
}

/** The member of an unreadable record, whose value is the reason. */
export const UNREADABLE = '\u0000unreadable';

async function* readRows(rows: AsyncIterable<JsonObject>, from: number): AsyncGenerator<FilePage> {
  let number = 0;
  let page: JsonObject[] = [];
  for await (const row of rows) {
    number += 1;
    if (number <= from) continue;
    page.push(row);
    if (page.length < PAGE_ROWS) continue;
    yield { records: page, next: number };
    page = [];
  }
  if (page.length > 0) yield { records: page, next: number };
}

async function* csvRows(file: SourceFile, reading: CsvReading): AsyncGenerator<JsonObject> {
  const text = await openPlainText(file);
  let names: readonly string[] | null = null;
  const isTabbed = /\.tsv(?:\.|$)/i.test(file.name);
  const options = { ...(isTabbed && { delimiter: '\t' }), ...reading };
  try {
    for await (const records of tolerantCsvRecords(text, options)) {
      for (const record of records) {
        if ('problem' in record) {
          yield { [UNREADABLE]: `a row of ${file.name} is not valid CSV: ${record.problem}` };
        } else if (names === null) {
          names = uniqueNames(record);
        } else if (record.length === names.length) {
          yield Object.fromEntries(record.map((cell, index) => [names?.[index] ?? '', cell]));
        } else {
          const reason = `a row of ${file.name} has another number of columns than its first line`;
          yield { [UNREADABLE]: reason };
        }
      }
    }
  } catch (error) {
    throw unpackError(error, file);
  } finally {
    text.destroy();
  }
}

/** Returns the names of columns; a name that occurs again gets a number: `total`, `total_2`. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}_${count}`;
    taken.add(unique);
    return unique;
  });
}

async function* parquetRows(file: SourceFile): AsyncGenerator<JsonObject> {
  try {
    const rows = parquetFormat.rows(file, { csvQuotes: true }, NO_LIMIT());
    for await (const { names, values } of rows) {
      yield Object.fromEntries(names.map((name, index) => [name, values[index]]));
    }
  } catch (error) {
    // The error of a bucket may be temporary.
    if (!(error instanceof WarehouseSourceError) || error.isTransient) throw error;
    throw new ImportSourceError(`${file.name} cannot be read: ${error.message}`, { cause: error });
  }
}
