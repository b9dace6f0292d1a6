import type { Logger } from '@tidemark/platform';

/** Returns a function that warns at most once per `everyMs`, because during an outage every request fails. */
export function createThrottledWarning(
  logger: Logger,
  everyMs: number,
  now: () => number,
): (error: unknown, message: string) => void {
  let nextAt = -Infinity;
  return (error, message) => {
    if (now() < nextAt) return;
    nextAt = now() + everyMs;
    logger.warn({ err: error }, message);
  };
}
