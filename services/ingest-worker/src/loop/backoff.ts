const FIRST_MS = 100;
const LAST_MS = 5_000;

/** Pause before the next try after `failures` (≥ 1) in a row. */
export function backoffMs(failures: number): number {
  return Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
}
