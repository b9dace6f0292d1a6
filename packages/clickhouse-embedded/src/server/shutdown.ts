import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Engine } from './engine';
import { ownError } from '../errors';
import type { Killer } from './killer';
import type { RunningQueries } from './running-queries';

export interface ShutdownDeps {
  server: Server;
  queries: RunningQueries;
  killer: Killer;
  engine: Engine;
  logger: Logger;
}

const WRITES_GRACE_MS = 10_000;
const CANCEL_GRACE_MS = 5_000;

/**
 * Stops in this order: rejects new requests, kills reads and lets writes finish, kills the remaining queries, exits.
 * An exit waits for the running work of the engine without a limit, so if a query does not end after the kill, the
 * process kills itself. Acknowledged data is on disk in both cases.
 */
export async function shutDown(deps: ShutdownDeps, reason: string): Promise<never> {
  const { server, queries, killer, engine, logger } = deps;
  logger.info({ reason, running: queries.all().length }, 'stopping');
  server.close();
  server.closeIdleConnections();
  const stopping = ownError(236, 'The server is shutting down');
  for (const query of queries.all()) if (query.isRead) query.cancel(stopping);
  await settledWithin(queries, WRITES_GRACE_MS);
  for (const query of queries.all()) query.cancel(stopping);
  if (!(await settledWithin(queries, CANCEL_GRACE_MS))) {
    logger.warn(
      { running: queries.all().length },
      'the embedded ClickHouse is killed: queries did not stop in time',
    );
    process.kill(process.pid, 'SIGKILL');
  }
  await killer.close();
  server.closeAllConnections();
  engine.close();
  process.exit(0);
}

/** Resolves with false if a query is still running after this time. */
async function settledWithin(queries: RunningQueries, milliseconds: number): Promise<boolean> {
  const all = Promise.all(queries.all().map((query) => query.ended)).then(() => true);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([all, late]);
  } finally {
    clearTimeout(timer);
  }
}
