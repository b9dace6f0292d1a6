import { useState } from 'react';
import type { Selection } from '../../queries/grid/selection';

const START: Selection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };

/** The selected cells. The selection moves with its row when rows are inserted before it. */
export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row, index: number) => string | number,
): readonly [Selection, (next: Selection) => void] {
  const [selection, setSelection] = useState(START);
  const [seenRows, setSeenRows] = useState(rows);
  if (seenRows !== rows) {
    setSeenRows(rows);
    const shift = shiftOf(seenRows, rows, selection.active.row, keyOf);
    if (shift !== 0) setSelection(shifted(selection, shift));
  }
  return [bounded(selection, rows.length), setSelection];
}

/** The number of rows by which the active row moved. */
function shiftOf<Row>(
  before: readonly Row[],
  after: readonly Row[],
  active: number,
  keyOf: (row: Row, index: number) => string | number,
): number {
  const row = before[active];
  if (row === undefined || active === 0) return 0;
  const key = keyOf(row, active);
  const same = after[active];
  if (same !== undefined && keyOf(same, active) === key) return 0;
  const index = after.findIndex((candidate, position) => keyOf(candidate, position) === key);
  return index === -1 ? 0 : index - active;
}

function shifted({ active, anchor }: Selection, by: number): Selection {
  return {
    active: { ...active, row: active.row + by },
    anchor: { ...anchor, row: anchor.row + by },
  };
}

function bounded(selection: Selection, count: number): Selection {
  const last = Math.max(0, count - 1);
  const { active, anchor } = selection;
  if (active.row <= last && anchor.row <= last) return selection;
  return {
    active: { ...active, row: Math.min(active.row, last) },
    anchor: { ...anchor, row: Math.min(anchor.row, last) },
  };
}
