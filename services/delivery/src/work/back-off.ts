const FACTOR = 3;
const LONGEST_MS = 3_600_000;
const JITTER = 0.2;

/** The number of consecutive failures after which nothing is sent to a receiver for some time. */
const FAILURES_UNTIL_OPEN = 5;
const FIRST_OPEN_MS = 30_000;
const LONGEST_OPEN_MS = 15 * 60_000;

/**
 * The time to wait after a failed attempt, where `attempt` counts from 1, again after a replay: three times as long each time, up to an
 * hour.
 */
export function retryDelayMs(
  attempt: number,
  firstMs: number,
  askedForMs: number | null,
  random: () => number,
): number {
  const backOff = Math.min(LONGEST_MS, firstMs * FACTOR ** Math.min(attempt - 1, 20));
  return Math.max(askedForMs ?? 0, jittered(backOff, random));
}

/** The time for which nothing is sent to a receiver after this number of consecutive failures; null: no pause yet. */
export function openForMs(failures: number, random: () => number): number | null {
  if (failures < FAILURES_UNTIL_OPEN) return null;
  const pause = FIRST_OPEN_MS * 2 ** Math.min(failures - FAILURES_UNTIL_OPEN, 20);
  return jittered(Math.min(LONGEST_OPEN_MS, pause), random);
}

/** Randomizes a pause, so that deliveries that failed together are not repeated together. */
function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()));
}
