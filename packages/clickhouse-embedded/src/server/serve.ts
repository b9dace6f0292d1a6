import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Logger } from 'pino';
import type { ServerConfig } from './config';
import { openEngine } from './engine';
import { createHttpServer } from './http-server';
import { createKiller } from './killer';
import { createQueryHandler } from './query-handler';
import { createResultPipes } from './result-pipes';
import { createRunningQueries } from './running-queries';
import type { ShutdownDeps } from './shutdown';
import { createSlots } from './slots';
import { createSpool } from './spool';

const PROCESS_LIST_SLOTS = 2;
const WAITING = { maxWaiting: 256, maxWaitMs: 120_000 };

/** Opens the engine and listens. Returns the port and the parts that a stop needs. */
export async function serve(
  config: ServerConfig,
  logger: Logger,
): Promise<{ port: number; parts: ShutdownDeps }> {
  const dataDir = path.resolve(config.dataDir);
  // Opened first, because it locks the directory. The next lines would delete files of another process.
  const engine = await openEngine(dataDir, config.memoryLimitBytes, config.tenant);
  const pipeCount = config.readSlots + PROCESS_LIST_SLOTS;
  const pipes = await createResultPipes(path.join(dataDir, 'result-pipes'), pipeCount);
  const spool = await createSpool(path.join(dataDir, 'spool'));
  const killer = createKiller(engine);
  const queries = createRunningQueries();
  const slots = {
    read: createSlots({ size: config.readSlots, ...WAITING }),
    write: createSlots({ size: config.writeSlots, ...WAITING }),
    processList: createSlots({ size: PROCESS_LIST_SLOTS, ...WAITING }),
  };
  const { password, tenant } = config;
  const handler = createQueryHandler({
    engine,
    pipes,
    spool,
    killer,
    queries,
    slots,
    password,
    tenant,
    logger,
  });
  const server = createHttpServer(handler, logger);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, parts: { server, queries, killer, engine, logger } };
}
