import { ConfigError } from './load-config';
import type { Logger, LogLevel } from './logger';
import { createLogger } from './logger';

/** The result of a service's `start()`. */
export interface RunningService {
  /** Where it listens, if it does; `port` is the real one when 0 was asked for. */
  readonly port: number | null;
  /** How long `stop()` may take at most. */
  readonly stopTimeoutMs?: number;
  /** Flips readiness, finishes what is in flight, closes stores. Safe to call twice. */
  stop(): Promise<void>;
}

/** A service as the program of a process. */
export interface ServiceProgram<Config extends { readonly LOG_LEVEL: LogLevel }> {
  /** The name in the log. */
  readonly name: string;
  /** @throws ConfigError */
  readonly readConfig: () => Config;
  /** The configuration without its secrets, for the first line of the log. */
  readonly redacted: (config: Config) => object;
  readonly start: (config: Config) => Promise<RunningService>;
}

/**
 * Reads the configuration, starts the service and stops it on a signal. The process exits 1 when the configuration is
 * wrong or the service cannot start.
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
 * Stops the service once on SIGTERM or SIGINT and exits 0; exits 1 when stopping takes longer than
 * its `stopTimeoutMs` (15 s) or fails.
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
  // A supervisor that dies closes the IPC channel; a service never outlives it.
  process.on('disconnect', () => stop('disconnect'));
}
