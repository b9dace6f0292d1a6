import type { Logger } from './logger';

export interface Listening {
  readonly port: number | null;
  readonly metricsPort: number | null;
}

/** Writes to the log, and to the parent process if there is one, where this service listens. */
export function announce(logger: Logger, listening: Listening): void {
  logger.info(listening, 'listening');
  process.send?.({ type: 'listening', ...listening });
}
