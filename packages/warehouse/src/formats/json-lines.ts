import type { WarehouseColumnType } from '@tidemark/contracts';
import { WarehouseSourceError } from '../errors';
import { ByteBudget, checkColumnCount } from '../limits';
import { columnNames } from '../schema/column-names';
import { commonType, typeOfTimestamp } from '../schema/column-type';
import type { SourceFile } from '../sources/source';
import type { FileFormat } from './format';
import { SAMPLE_BYTES, SAMPLE_ROWS } from './format';
import { linesOf } from './lines';
import { openText } from './open-text';

type Row = Readonly<Record<string, unknown>>;

/** The prefix of a number that JavaScript would round; its digits are kept as text. */
const EXACT = '\u0000number:';
const LONG_NUMBER = /\d{16}/;
/**
 * Matches strings and numbers. A string without a closing quote is one token up to the end of the line, so that
 * matching takes linear time.
 */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function parseRow(line: string, number: number): Row {
  try {
    const exact = LONG_NUMBER.test(line) ? line.replace(TOKENS, keepExact) : line;
    const row: unknown = JSON.parse(exact);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Row;
  } catch (cause) {
    throw new WarehouseSourceError(`Line ${number} is not valid JSON.`, { cause });
  }
  throw new WarehouseSourceError(`Line ${number} is not a JSON object.`);
}

function keepExact(token: string): string {
  return token.startsWith('"') || !LONG_NUMBER.test(token) ? token : JSON.stringify(EXACT + token);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') {
    return value.startsWith(EXACT) ? value.slice(EXACT.length) : value;
  }
  return typeof value === 'object'
    ? JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === 'string' ? textOf(inner) : inner,
      )
    : JSON.stringify(value);
}

function typeOf(value: unknown): WarehouseColumnType | null {
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'float';
    case 'string':
      if (!value.startsWith(EXACT)) return typeOfTimestamp(value);
      return /[.eE]/.test(value.slice(EXACT.length)) ? 'float' : 'integer';
    default:
      return value === null || value === undefined ? null : 'string';
  }
}

async function* objects(file: SourceFile, budget: ByteBudget): AsyncGenerator<Row> {
  const text = await openText(file, budget);
  let number = 0;
  try {
    for await (const line of linesOf(text)) {
      number += 1;
      if (line.trim() !== '') yield parseRow(line, number);
    }
  } finally {
    text.destroy();
  }
}

/** One JSON object per line; its keys are the columns. Nested objects and lists are stored as JSON text. */
export const jsonLinesFormat: FileFormat = {
  async *rows(file, _options, budget) {
    for await (const row of objects(file, budget)) {
      yield { names: columnNames(Object.keys(row)), values: Object.values(row).map(textOf) };
    }
  },

  async columns(file) {
    const types = new Map<string, WarehouseColumnType | null>();
    const budget = new ByteBudget(Number.MAX_SAFE_INTEGER);
    let seen = 0;
    let bytes = 0;
    for await (const row of objects(file, budget)) {
      const names = columnNames(Object.keys(row));
      Object.values(row).forEach((value, index) => {
        const name = names[index] ?? '';
        types.set(name, commonType(types.get(name) ?? null, typeOf(value)));
        bytes += name.length + (typeof value === 'string' ? value.length : 8);
      });
      checkColumnCount(types.size);
      seen += 1;
      if (seen >= SAMPLE_ROWS || bytes >= SAMPLE_BYTES) break;
    }
    if (types.size === 0) throw new WarehouseSourceError('The file has no rows.');
    return [...types].map(([name, type]) => ({ name, type: type ?? 'string' }));
  },
};
