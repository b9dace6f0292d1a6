import { redacted } from '@tidemark/configuration';
import { ConfigError, createLogger, stopOnSignals } from '@tidemark/platform';
import { readConfig } from './config';
import { start } from './start';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('query-worker', config.LOG_LEVEL);
  logger.info(redacted(config), 'configuration');
  stopOnSignals(await start(config), logger);
}

main().catch((error: unknown) => {
  const logger = createLogger('query-worker', 'info');
  if (error instanceof ConfigError) logger.fatal(error.message);
  else logger.fatal({ err: error }, 'start failed');
  process.exit(1);
});
