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
 * focus; in a table or in a list marked with `data-rows`, the first link of a row gets it, or its first button. Returns
 * false if there is no list.
 */
export function focusRow(step: 1 | -1): boolean {
  const focused = document.activeElement;
  const list = focused?.closest('table, [data-rows]') ?? null;
  const [grid] = shown('[role="grid"]');
  if (grid !== undefined && list === null) {
    grid.focus();
    return true;
  }
  const rows = shown(':is(tbody tr, [data-rows] > li)').filter(
    (row) => (list === null || list.contains(row)) && controlOf(row) !== null,
  );
  const at = rows.findIndex((row) => row.contains(focused));
  const next = at === -1 ? rows[0] : rows[Math.max(0, Math.min(rows.length - 1, at + step))];
  if (next !== undefined) controlOf(next)?.focus();
  return next !== undefined;
}

function controlOf(row: HTMLElement): HTMLElement | null {
  return (
    row.querySelector<HTMLElement>('a[href]') ??
    row.querySelector<HTMLElement>('button:not(:disabled)')
  );
}
