import type { Logger } from './logger';

export interface Listening {
  readonly port: number | null;
  readonly metricsPort: number | null;
}

/** Reports the address of this service to the log and, if there is one, to the parent process. */
export function announce(logger: Logger, listening: Listening): void {
  logger.info(listening, 'listening');
  process.send?.({ type: 'listening', ...listening });
}
