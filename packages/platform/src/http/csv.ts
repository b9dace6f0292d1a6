import { escapedFormula, quotedCell } from './csv-cell';

export interface CsvOptions {
  /** See `escapedFormula`. */
  readonly escapeFormulas: boolean;
}

type Cells = ReadonlyMap<string, string>;

/**
 * The `results` of a list as CSV (`docs/wire/api.md#csv-columns`): nested values have columns such as
 * `created_by.email` and `steps.0.event`, in order of their names; rows end in CRLF. A body that is not a list is one
 * row; an empty list and an absent body give an empty text.
 */
export function csvOf(body: unknown, options: CsvOptions): string {
  const results = rowsOf(body);
  if (results.length === 0) return '';
  const cell = (text: string): string =>
    quotedCell(options.escapeFormulas ? escapedFormula(text) : text);
  const rows = results.map((row): Cells => {
    const cells = new Map<string, string>();
    flatten(row, '', cells);
    return cells;
  });
  const header = [...new Set(rows.flatMap((cells) => [...cells.keys()]))].sort();
  const lines = [header, ...rows.map((cells) => header.map((name) => cells.get(name) ?? ''))];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function rowsOf(body: unknown): readonly unknown[] {
  if (!isObject(body)) return [];
  const { results } = body;
  if (Array.isArray(results)) return results;
  return Object.keys(body).length === 0 ? [] : [body];
}

/** Adds the cells of a value. Empty lists and objects have no column, null has an empty cell. */
function flatten(value: unknown, path: string, cells: Map<string, string>): void {
  if (Array.isArray(value) || isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      flatten(item, path === '' ? key : `${path}.${key}`, cells);
    }
  } else {
    cells.set(path, cellOf(value));
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  // Booleans are written as in Python, like PostHog.
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
