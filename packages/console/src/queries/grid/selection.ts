/** The position of a cell. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A range of cells: `active` moves with the keys, `anchor` is where the range began. */
export interface Selection {
  readonly active: Cell;
  readonly anchor: Cell;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** The edges of a selection, inclusive. */
export function rangeOf({ active, anchor }: Selection) {
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

/** A key press, independent of the platform. */
export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  /** Whether Ctrl or ⌘ is pressed. */
  readonly command: boolean;
}

/**
 * The selection after a key press; null if the key does not move it.
 *
 * @param pageRows the number of visible rows
 */
export function afterKey(
  selection: Selection,
  pressed: GridKey,
  size: Size,
  pageRows: number,
): Selection | null {
  if (pressed.command && pressed.key.toLowerCase() === 'a') {
    return {
      anchor: { row: 0, column: 0 },
      active: { row: size.rows - 1, column: size.columns - 1 },
    };
  }
  const target = targetOf(selection.active, pressed, size, pageRows);
  if (target === null) return null;
  const active = {
    row: clamp(target.row, size.rows),
    column: clamp(target.column, size.columns),
  };
  return { active, anchor: pressed.shift ? selection.anchor : active };
}

function targetOf({ row, column }: Cell, pressed: GridKey, size: Size, page: number): Cell | null {
  const { command } = pressed;
  switch (pressed.key) {
    case 'ArrowDown':
      return { row: command ? size.rows - 1 : row + 1, column };
    case 'ArrowUp':
      return { row: command ? 0 : row - 1, column };
    case 'ArrowLeft':
      return { row, column: command ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: command ? size.columns - 1 : column + 1 };
    case 'j':
      return command ? null : { row: row + 1, column };
    case 'k':
      return command ? null : { row: row - 1, column };
    case 'PageDown':
      return { row: row + page, column };
    case 'PageUp':
      return { row: row - page, column };
    case 'Home':
      return { row: command ? 0 : row, column: 0 };
    case 'End':
      return { row: command ? size.rows - 1 : row, column: size.columns - 1 };
    default:
      return null;
  }
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
