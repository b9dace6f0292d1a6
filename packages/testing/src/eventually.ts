import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `probe` until it neither throws nor rejects, and returns its value. Gives up with the last
 * error after `timeoutMs`: a bound on a hang, not a performance target.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  timeoutMs = 90_000,
  intervalMs = 50,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(intervalMs);
    }
  }
}
