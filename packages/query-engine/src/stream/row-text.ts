import type { ColumnMeta } from '@tidemark/clickhouse';
import { escapedFormula, exactJson, quotedCell } from '@tidemark/platform';

/** Converts rows to text: the text before them, and each row. */
export interface RowText {
  readonly head: string;
  readonly row: (cells: readonly unknown[]) => string;
}

/**
 * CSV (RFC 4180): a line of names, CRLF, cells in the spelling of JSON: `true`, `1.5`, lists and objects as JSON
 * text. Null is an empty cell, an empty text is `""`. `escapeFormulas`: see `escapedFormula`.
 */
export function csvText(
  columns: readonly string[],
  { escapeFormulas }: { readonly escapeFormulas: boolean },
): RowText {
  const csvCell = (cell: unknown): string => cellText(cell, escapeFormulas);
  return {
    head: `${columns.map(csvCell).join(',')}\r\n`,
    row: (cells) => `${cells.map(csvCell).join(',')}\r\n`,
  };
}

/**
 * A JSON object per line. If several columns have the same name, none of them uses it: they get the names that the
 * statement gave them (`1`, `1__2`).
 */
export function ndjsonText(columns: readonly string[], meta: readonly ColumnMeta[]): RowText {
  const isShared = (name: string): boolean => columns.filter((other) => other === name).length > 1;
  const keys = columns.map((name, i) =>
    JSON.stringify(isShared(name) ? (meta[i]?.name ?? name) : name),
  );
  return {
    head: '',
    row: (cells) =>
      `{${keys.map((key, i) => `${key}:${exactJson(cells[i] ?? null)}`).join(',')}}\n`,
  };
}

function cellText(cell: unknown, escapeFormulas: boolean): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const text = typeof cell === 'string' ? cell : exactJson(cell);
  if (text === '') return '""';
  return quotedCell(escapeFormulas ? escapedFormula(text) : text);
}
