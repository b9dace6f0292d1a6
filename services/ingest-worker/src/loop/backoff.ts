const FIRST_MS = 100;
/** Short: when a store is back, this is how long events still wait. */
const LAST_MS = 2_000;

/** Pause before the next try after `failures` (≥ 1) in a row. */
export function backoffMs(failures: number): number {
  return Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
}
