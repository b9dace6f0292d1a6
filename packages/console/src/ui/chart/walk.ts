/** The position of a mark in a drawing, such as a box or a link: its column, and its row within the column. */
export interface MarkPlace {
  readonly column: number;
  readonly row: number;
}

const STEPS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The mark that a key selects: the arrow keys go to the next column that has marks, or to the next mark of the column;
 * Home and End go to the first and the last column. In a drawing with one column, all arrow keys go through its marks.
 *
 * @param from the selected mark; null if there is none
 * @param sizes the number of marks in each column
 * @param start the mark that the first arrow key selects
 * @returns null if the key selects nothing, or if there are no marks
 */
export function walkedTo(
  key: string,
  from: MarkPlace | null,
  sizes: readonly number[],
  start: MarkPlace = { column: 0, row: 0 },
): MarkPlace | null {
  const filled = sizes.flatMap((size, column) => (size > 0 ? [column] : []));
  const place = (at: number, row: number): MarkPlace | null => {
    const column = filled[within(at, filled.length)];
    if (column === undefined) return null;
    return { column, row: within(row, sizes[column] ?? 0) };
  };
  const { column, row } = from ?? start;
  const at = filled.filter((one) => one < column).length;
  if (key === 'Home') return place(0, row);
  if (key === 'End') return place(filled.length - 1, row);
  const step = STEPS[key];
  if (step === undefined) return null;
  if (from === null) return place(at, row);
  const [columns, rows] = sizes.length === 1 ? [0, step[0] + step[1]] : step;
  return place(at + columns, row + rows);
}

function within(value: number, count: number): number {
  return Math.min(Math.max(value, 0), count - 1);
}
