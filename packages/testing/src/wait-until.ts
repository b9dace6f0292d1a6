import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `probe` until it neither throws nor returns `false`, and returns its value. `timeoutMs` only prevents an
 * endless wait; it is not a performance target.
 *
 * @throws the error of the last try, or an Error if that returned `false`
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  timeoutMs = 90_000,
  intervalMs = 50,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const value = await probe();
      if (value !== false) return value;
      if (Date.now() > deadline) throw new Error('The condition was still false at the deadline');
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(intervalMs);
  }
}
