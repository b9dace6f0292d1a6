import type { Logger } from './logger';

/** What a service's `start()` gives back. */
export interface RunningService {
  /** Where it listens, if it does; `port` is the real one when 0 was asked for. */
  readonly port: number | null;
  /** How long `stop()` may take at most. */
  readonly stopTimeoutMs?: number;
  /** Flips readiness, finishes what is in flight, closes stores. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Stops the service once on SIGTERM or SIGINT and exits 0; exits 1 when stopping takes longer than
 * its `stopTimeoutMs` (15 s) or fails.
 */
export function stopOnSignals(service: RunningService, logger: Logger): void {
  const timeoutMs = service.stopTimeoutMs ?? 15_000;
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const timer = setTimeout(() => {
      logger.error({ timeoutMs }, 'stop timed out');
      process.exit(1);
    }, timeoutMs);
    timer.unref();
    service.stop().then(
      () => {
        logger.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // A supervisor that dies closes the IPC channel; a service never outlives it.
  process.on('disconnect', () => stop('disconnect'));
}
