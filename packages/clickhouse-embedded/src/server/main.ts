import { readConfig } from './config';
import pino from 'pino';
import type { ListeningLine } from '../options';
import { listenToParent } from './parent';
import { serve } from './serve';
import { shutDown } from './shutdown';

/** Logs are written to standard error, because standard output has only the line with the port. */
const logger = pino(
  { base: { service: 'clickhouse-embedded' } },
  pino.destination({ dest: 2, sync: true }),
);

async function main(): Promise<void> {
  const parent = listenToParent(process.stdin);
  const options = await parent.options;
  if (options === undefined) throw new Error('No options on standard input');
  const { port, parts } = await serve(readConfig(options), logger);
  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    void shutDown(parts, reason);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  void parent.gone.then(() => stop('parent is gone'));
  const line: ListeningLine = { listening: { port } };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

// An ordinary exit would wait for running queries. Acknowledged data is on disk.
process.on('uncaughtException', (error) => {
  logger.fatal(
    { err: error },
    'an unexpected error ended the embedded ClickHouse; it is started again',
  );
  process.kill(process.pid, 'SIGKILL');
});

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`clickhouse-embedded: ${message.replace(/\s+/g, ' ')}\n`);
  process.exit(1);
});
