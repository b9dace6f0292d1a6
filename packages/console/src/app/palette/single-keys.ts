const KEY = 'tidemark.singleKeys';

/** Whether keys without Ctrl or ⌘ are commands in this browser. Users can switch them off, as WCAG 2.1.4 requires. */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function setSingleKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}
