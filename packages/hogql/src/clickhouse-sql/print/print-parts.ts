import { isCollation } from '../collations';
import type { SqlFrame, SqlFrameBound, SqlJsonRead } from '../nodes';
import { quoteIdentifier, quoteJsonKey } from './identifiers';
import { reject } from './reject';

/** Prints parts of SQL without expressions. Words are checked against a list, and nothing else can be printed. */

const FRAME_METHODS: ReadonlySet<string> = new Set(['ROWS', 'RANGE']);
const FRAME_DIRECTIONS: ReadonlySet<string> = new Set(['CURRENT ROW', 'PRECEDING', 'FOLLOWING']);

export function printFrame({ method, from, to }: SqlFrame): string {
  if (!FRAME_METHODS.has(method)) reject(`the window frame ${method}`);
  return to === null
    ? `${method} ${printBound(from)}`
    : `${method} BETWEEN ${printBound(from)} AND ${printBound(to)}`;
}

function printBound({ direction, rows }: SqlFrameBound): string {
  if (!FRAME_DIRECTIONS.has(direction)) reject(`the frame bound ${direction}`);
  if (direction === 'CURRENT ROW') return direction;
  return `${rows === null ? 'UNBOUNDED' : integer(rows)} ${direction}`;
}

/** The engine accepts only a literal here, not a parameter. */
export function printCollation(language: string): string {
  if (!isCollation(language)) reject(`the collation ${language}`);
  return `'${language}'`;
}

export function printJsonRead(node: SqlJsonRead): string {
  const keys = node.path.map(quoteJsonKey).join('.');
  const base = `${quoteIdentifier(node.table)}.${quoteIdentifier(node.column)}`;
  return node.read === 'string' ? `${base}.${keys}.:String` : `${base}.@${keys}`;
}

export function printNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return String(value);
}

/** The number of a LIMIT: a count, or a share of all rows between 0 and 1. */
export function rowCount(value: number): string {
  return value > 0 && value < 1 ? String(value) : integer(value);
}

export function integer(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) reject(`the row count ${value}`);
  return String(value);
}
