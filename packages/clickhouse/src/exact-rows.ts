import { hasLostDigits } from '@tidemark/platform';
import type { ColumnMeta } from './clickhouse';

const WIDE_TYPE = /Int(?:64|128|256)/;

/** Returns the positions of columns whose integers may be too large for a JavaScript number. */
export function wideColumns(meta: readonly ColumnMeta[]): readonly number[] {
  return meta.flatMap(({ type }, at) => (WIDE_TYPE.test(type) ? [at] : []));
}

/** Whether one of these columns has an integer that was rounded when it was parsed. */
export function rowsLostDigits(rows: readonly unknown[], columns: readonly number[]): boolean {
  if (columns.length === 0) return false;
  return rows.some((row) => Array.isArray(row) && columns.some((at) => hasLostDigits(row[at])));
}
