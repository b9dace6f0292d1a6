import { ConfigError } from './load-config';
import type { Logger, LogLevel } from './logger';
import { createLogger } from './logger';

/** A started service. */
export interface RunningService {
  /** The port on which it listens, also if port 0 was configured; null if it does not listen. */
  readonly port: number | null;
  /** The maximum duration of `stop()`. */
  readonly stopTimeoutMs?: number;
  /** Ends readiness, completes running work and closes stores. May be called twice. */
  stop(): Promise<void>;
}

/** The definition of a service for its process. */
export interface ServiceProgram<Config extends { readonly LOG_LEVEL: LogLevel }> {
  /** The name of the service in the log. */
  readonly name: string;
  /** @throws ConfigError */
  readonly readConfig: () => Config;
  /** The configuration without its secrets, for the first line of the log. */
  readonly redacted: (config: Config) => object;
  readonly start: (config: Config) => Promise<RunningService>;
}

/**
 * Reads the configuration, starts the service and stops it on a signal. The process exits with code 1 if the
 * configuration is invalid or the service cannot start.
 */
export function runProgram<Config extends { readonly LOG_LEVEL: LogLevel }>({
  name,
  readConfig,
  redacted,
  start,
}: ServiceProgram<Config>): void {
  const run = async (): Promise<void> => {
    const config = readConfig();
    const logger = createLogger(name, config.LOG_LEVEL);
    logger.info(redacted(config), 'configuration');
    stopOnSignals(await start(config), logger);
  };
  run().catch((error: unknown) => {
    const logger = createLogger(name, 'info');
    if (error instanceof ConfigError) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'the service cannot start');
    process.exit(1);
  });
}

/**
 * Stops the service on SIGTERM or SIGINT, once, and exits with code 0; with code 1 if stopping fails or takes longer
 * than `stopTimeoutMs` (15 s).
 */
function stopOnSignals(service: RunningService, logger: Logger): void {
  const timeoutMs = service.stopTimeoutMs ?? 15_000;
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const timer = setTimeout(() => {
      logger.error({ timeoutMs }, 'the service did not stop in time and was ended');
      process.exit(1);
    }, timeoutMs);
    timer.unref();
    service.stop().then(
      () => {
        logger.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'the service could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // If the supervisor dies, the IPC channel closes, and the service stops.
  process.on('disconnect', () => stop('disconnect'));
}
