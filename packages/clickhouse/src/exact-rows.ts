import { hasLostDigits } from '@tidemark/platform';
import type { ColumnMeta } from './clickhouse';

const WIDE_TYPE = /Int(?:64|128|256)/;

/** The positions of columns that may hold integers wider than a number. */
export function wideColumns(meta: readonly ColumnMeta[]): readonly number[] {
  return meta.flatMap(({ type }, at) => (WIDE_TYPE.test(type) ? [at] : []));
}

/** Whether one of these columns holds an integer that has lost digits when it was parsed. */
export function rowsLostDigits(rows: readonly unknown[], columns: readonly number[]): boolean {
  if (columns.length === 0) return false;
  return rows.some((row) => Array.isArray(row) && columns.some((at) => hasLostDigits(row[at])));
}
