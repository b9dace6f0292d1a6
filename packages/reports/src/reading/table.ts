import type { ReportTable } from '@tidemark/contracts';

type Cell = ReportTable['rows'][number][number];

/** The limits of a table in a message. */
const MAX_ROWS = 40;
const MAX_COLUMNS = 9;
const MAX_TEXT = 200;

/**
 * Makes a table within the limits. @param keep which rows of a long table are kept; for a time series, the last ones
 */
export function tableOf(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  keep: 'first' | 'last' = 'first',
): ReportTable {
  const kept = keep === 'first' ? rows.slice(0, MAX_ROWS) : rows.slice(-MAX_ROWS);
  return {
    columns: columns.slice(0, MAX_COLUMNS).map(shortened),
    rows: kept.map((row) => row.slice(0, MAX_COLUMNS).map(cellOf)),
    rows_left_out: rows.length - kept.length,
    columns_left_out: Math.max(0, columns.length - MAX_COLUMNS),
  };
}

/** A value of a result: numbers and texts unchanged, other values as JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return shortened(typeof value === 'string' ? value : JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
