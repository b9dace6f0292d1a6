/** How the cells of a column are shown; `auto` looks at each value. */
export type CellType = 'auto' | 'text' | 'number' | 'boolean' | 'json' | 'timestamp';

/** The longest text that a cell holds; the rest is in its unfolded value. */
const CELL_CHARACTERS = 300;

/** The whole value as text: what is copied. */
export function copyText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value in one line, cut. */
export function cellText(value: unknown): string {
  const text = copyText(value);
  const cut = text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}…` : text;
  return cut.replaceAll(/\s/g, ' ');
}

/** An object or a list, also when it arrives as JSON text of a column of type `json`; undefined for others. */
export function structureOf(value: unknown, type: CellType): object | undefined {
  if (typeof value === 'object' && value !== null) return value;
  if (type !== 'json' || typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    // A text that only looks like JSON stays text.
    return undefined;
  }
}

/** Whether there is more to see of a value than its cell shows. */
export function unfolds(value: unknown, type: CellType): boolean {
  if (typeof value === 'object') return value !== null;
  return typeof value === 'string' && (type === 'json' || value.length > 40);
}

/** Rows and columns as tab-separated text, as spreadsheets take it. */
export function tsvOf(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => row.map((value) => field(copyText(value))).join('\t')).join('\n');
}

function field(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
