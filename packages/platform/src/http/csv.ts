type Cells = ReadonlyMap<string, string>;

/**
 * The `results` of a list as CSV (`wire/actions.md` §1.10): nested values are columns such as
 * `created_by.email` and `steps.0.event`, in the order of their names; rows end in CRLF. Anything else than
 * a list, and an empty one, is an empty text.
 */
export function csvOf(body: unknown): string {
  const results = isObject(body) ? body['results'] : undefined;
  if (!Array.isArray(results) || results.length === 0) return '';
  const rows = results.map((row): Cells => {
    const cells = new Map<string, string>();
    flatten(row, '', cells);
    return cells;
  });
  const header = [...new Set(rows.flatMap((cells) => [...cells.keys()]))].sort();
  const lines = [header, ...rows.map((cells) => header.map((name) => cells.get(name) ?? ''))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

/** Empty lists and objects leave no column, null leaves an empty cell. */
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
  // Booleans are spelled as the original's Python does.
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
