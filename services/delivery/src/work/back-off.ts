const FACTOR = 3;
const LONGEST_MS = 3_600_000;
const JITTER = 0.2;

/** Failures in a row after which a receiver is left alone for a while. */
const FAILURES_UNTIL_OPEN = 5;
const FIRST_OPEN_MS = 30_000;
const LONGEST_OPEN_MS = 15 * 60_000;

/** How long to wait after a failed attempt, `attempt` counting from 1: three times as long each time, up to an hour. */
export function retryDelayMs(
  attempt: number,
  firstMs: number,
  askedForMs: number | null,
  random: () => number,
): number {
  const backOff = Math.min(LONGEST_MS, firstMs * FACTOR ** Math.min(attempt - 1, 20));
  return Math.max(askedForMs ?? 0, jittered(backOff, random));
}

/** How long nothing is sent to a receiver after so many failures in a row; null: no pause yet. */
export function openForMs(failures: number, random: () => number): number | null {
  if (failures < FAILURES_UNTIL_OPEN) return null;
  const pause = FIRST_OPEN_MS * 2 ** Math.min(failures - FAILURES_UNTIL_OPEN, 20);
  return jittered(Math.min(LONGEST_OPEN_MS, pause), random);
}

/** Deliveries that failed together are not tried again together. */
function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()));
}
