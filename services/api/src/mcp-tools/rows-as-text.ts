const MAX_CELL_CHARACTERS = 500;
const TRUNCATED = '...truncated';
/** The text for NULL, which differs from all values and from an empty text. */
const NULL = '(null)';

/**
 * Rows as a model reads them: a line per row, cells parted by `|`, the names first.
 *
 * @param truncate objects and lists, also those written out as text, are cut after 500 characters
 */
export function rowsAsText(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  truncate: boolean,
): string {
  const lines = rows.map((row) => row.map((cell) => cellText(cell, truncate)).join('|'));
  return [columns.join('|'), ...lines].join('\n');
}

function cellText(cell: unknown, truncate: boolean): string {
  if (cell === null || cell === undefined) return NULL;
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  const isLong = truncate && text.length > MAX_CELL_CHARACTERS && /^[[{]/.test(text);
  return isLong ? text.slice(0, MAX_CELL_CHARACTERS) + TRUNCATED : text;
}
