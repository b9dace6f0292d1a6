/** The elements in the content that a key command can move the focus to; hidden ones are left out. */
function shown(selector: string): readonly HTMLElement[] {
  const found = document.querySelectorAll<HTMLElement>(`#content ${selector}`);
  return [...found].filter((element) => element.getClientRects().length > 0);
}

/** Moves the focus to the filter of the list: `/`. Returns false if there is none. */
export function focusFilter(): boolean {
  const [field] = [...shown('input[type="search"]'), ...shown('[data-add-filter]')];
  field?.focus();
  return field !== undefined;
}

/**
 * Moves the focus to the next or the previous row of the list: `j` and `k`. A grid moves within itself once it has the
 * focus; in a table, the first control of a row gets it. Returns false if there is no list.
 */
export function focusRow(step: 1 | -1): boolean {
  const focused = document.activeElement;
  const table = focused?.closest('table') ?? null;
  const [grid] = shown('[role="grid"]');
  if (grid !== undefined && table === null) {
    grid.focus();
    return true;
  }
  const rows = shown('tbody tr').filter(
    (row) => (table === null || table.contains(row)) && controlOf(row) !== null,
  );
  const at = rows.findIndex((row) => row.contains(focused));
  const next = at === -1 ? rows[0] : rows[Math.max(0, Math.min(rows.length - 1, at + step))];
  if (next !== undefined) controlOf(next)?.focus();
  return next !== undefined;
}

function controlOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('a[href], button:not(:disabled)');
}
