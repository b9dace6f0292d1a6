import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 250;
/** A pause is at most this share of the time that was waited before, so that a wait ends at most a little later. */
const PAUSE_SHARE = 1 / 20;

/**
 * Repeats `probe` until it neither throws nor returns `false`, and returns its value. `timeoutMs` only prevents an
 * endless wait; it is not a performance target.
 *
 * @param intervalMs the pause between two tries; by default `pauseAfter`
 * @throws the error of the last try, or an Error if that returned `false`
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  timeoutMs = 90_000,
  intervalMs?: number,
): Promise<T> {
  const start = Date.now();
  const deadline = start + timeoutMs;
  for (;;) {
    try {
      const value = await probe();
      if (value !== false) return value;
      if (Date.now() > deadline) throw new Error('The condition was still false at the deadline');
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(intervalMs ?? pauseAfter(Date.now() - start));
  }
}

/**
 * The pause before the next try. It grows with the wait, because most tries are requests to a product, which take
 * processor time from the process that the test waits for.
 */
export function pauseAfter(waitedMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waitedMs * PAUSE_SHARE));
}
