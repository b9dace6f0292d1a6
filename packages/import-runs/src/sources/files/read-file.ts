import type { JsonObject } from '@tidemark/importers';
import { isObject } from '@tidemark/importers';
import type { SourceFile } from '@tidemark/warehouse';
import { ByteBudget, csvRecords, parquetFormat } from '@tidemark/warehouse';
import { parseJson } from '@tidemark/domain';
import { ImportSourceError } from '../source';
import { linePages } from './line-pages';
import { openPlainText, PACKED, unpackError } from './plain-text';

/** Records of a file. `next` is the position of the next record: in bytes for JSON lines, in rows for other formats. */
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
  if (/\.(?:jsonl|ndjson|json|jsonlines)$/.test(plain)) return 'json-lines';
  return plain.endsWith('.csv') ? 'csv' : null;
}

/** Reads the records of a file from a position, in pages. Only one page is in memory. */
export function readFile(
  file: SourceFile,
  format: FileFormat,
  from: number,
): AsyncGenerator<FilePage> {
  switch (format) {
    case 'json-lines':
      return readLines(file, from);
    case 'csv':
      return readRows(csvRows(file), from);
    case 'parquet':
      return readRows(parquetRows(file), from);
  }
}

async function* readLines(file: SourceFile, from: number): AsyncGenerator<FilePage> {
  const isPacked = PACKED.test(file.name);
  // If the text is not compressed, the bytes before the position are not read.
  const text =
    !isPacked && from > 0
      ? await file.read({ start: from, end: await file.size() })
      : await openPlainText(file);
  const skip = isPacked ? from : 0;
  const base = isPacked ? 0 : from;
  try {
    for await (const { lines, end } of linePages(text, skip)) {
      yield { records: lines.map((line) => parseLine(line, file.name)), next: base + end };
    }
  } catch (error) {
    throw unpackError(error, file);
  } finally {
    text.destroy();
  }
}

/** Parses a line. For a line without a JSON object, it returns a record with the reason, so that the import continues. */
export function parseLine(line: string, name: string): JsonObject {
  try {
    const value = parseJson(line);
    if (isObject(value)) return value;
  } catch {
    return { [UNREADABLE]: `a line of ${name} is not valid JSON` };
  }
  return { [UNREADABLE]: `a line of ${name} is not a JSON object` };
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

async function* csvRows(file: SourceFile): AsyncGenerator<JsonObject> {
  const text = await openPlainText(file);
  let names: readonly string[] | null = null;
  let number = 0;
  try {
    for await (const records of csvRecords(text, true)) {
      for (const record of records) {
        number += 1;
        if (names === null) {
          names = record.map((name, index) => (index === 0 ? name.replace(/^\uFEFF/, '') : name));
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
  if (number === 0) throw new ImportSourceError(`${file.name} is empty.`);
}

async function* parquetRows(file: SourceFile): AsyncGenerator<JsonObject> {
  for await (const { names, values } of parquetFormat.rows(file, { csvQuotes: true }, NO_LIMIT())) {
    yield Object.fromEntries(names.map((name, index) => [name, values[index]]));
  }
}
