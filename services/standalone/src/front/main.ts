import { readConfig as readEdgeConfig } from '@tidemark/edge';
import { ConfigError, createLogger, stopOnSignals } from '@tidemark/platform';
import { readConfig } from './config';
import { start } from './start';

async function main(): Promise<void> {
  const config = readConfig();
  stopOnSignals(await start(config, readEdgeConfig()), createLogger('front', config.LOG_LEVEL));
}

main().catch((error: unknown) => {
  const logger = createLogger('front', 'info');
  if (error instanceof ConfigError) logger.fatal(error.message);
  else logger.fatal({ err: error }, 'start failed');
  process.exit(1);
});
