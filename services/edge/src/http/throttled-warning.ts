import type { Logger } from '@tidemark/platform';

/** Warns at most once per `everyMs`: an outage is one story, not one line per request. */
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
