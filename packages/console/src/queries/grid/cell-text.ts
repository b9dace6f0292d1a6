/** How the cells of a column are shown. `auto` chooses for each value. */
export type CellType = 'auto' | 'text' | 'number' | 'boolean' | 'json' | 'timestamp';

/** The maximum length of the text in a cell. The unfolded value shows the rest. */
const CELL_CHARACTERS = 300;

/** The whole value as text, for the clipboard. */
export function copyText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The text of a cell: one line, shortened. */
export function cellText(value: unknown): string {
  const text = copyText(value);
  const cut = text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}…` : text;
  return cut.replaceAll(/\s/g, ' ');
}

/**
 * The value as an object or list. JSON text is parsed if the column has the type `json`. Undefined for any other value.
 */
export function structureOf(value: unknown, type: CellType): object | undefined {
  if (typeof value === 'object' && value !== null) return value;
  if (type !== 'json' || typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    // The text only looks like JSON, so it is shown as text.
    return undefined;
  }
}

/**
 * Whether the value looks like an object or list. JSON text is not parsed, which would take too long for each cell of a
 * grid that scrolls.
 */
export function looksStructured(value: unknown, type: CellType): boolean {
  if (typeof value === 'string') return type === 'json' && /^\s*[[{]/.test(value);
  return typeof value === 'object' && value !== null;
}

/** Whether a value has more content than its cell shows, so that it can be unfolded. */
export function unfolds(value: unknown, type: CellType): boolean {
  if (typeof value === 'object') return value !== null;
  return typeof value === 'string' && (type === 'json' || value.length > 40);
}

/** Rows and columns as tab-separated text that can be pasted into a spreadsheet. */
export function tsvOf(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => row.map((value) => field(copyText(value))).join('\t')).join('\n');
}

function field(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
