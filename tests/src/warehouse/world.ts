import type { RequestListener } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { start as startApi } from '@tidemark/api';
import { createClickHouse } from '@tidemark/clickhouse';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { start as startQueryWorker } from '@tidemark/query-worker';
import { createIsolatedStores } from '@tidemark/testing';
import type { ApiClient } from './api-client';
import { createApiClient } from './api-client';
import { startWebServer } from './web-server';
import type { WorldConfigChanges } from './world-config';
import { worldConfig } from './world-config';

const KEY = 'phx_of_the_warehouse_tests';

/** An api and a query-worker with real stores, a directory for tables, and a web server. */
export interface World extends ApiClient {
  readonly clickhouse: ClickHouse;
  readonly database: Database;
  /** The URL of the web server. */
  readonly webUrl: string;
  /** Writes a file in the directory of tables. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Sets the listener of the web server. */
  serve(listener: RequestListener): void;
  readonly rootDir: string;
  stop(): Promise<void>;
}

/** Starts the services with their default configuration and these changes. */
export async function startWorld(changes: WorldConfigChanges = {}): Promise<World> {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'fatal');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  const database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await bootstrap(database, { projectApiKey: 'phc_w', personalApiKey: KEY });
  const rootDir = await mkdtemp(join(tmpdir(), 'tidemark-warehouse-'));
  const web = await startWebServer();
  const config = worldConfig(urls, rootDir, changes);
  const api = await startApi(config.api);
  const worker = await startQueryWorker(config.worker);
  return {
    ...createApiClient(`http://127.0.0.1:${api.port ?? 0}`, KEY),
    clickhouse,
    database,
    webUrl: web.url,
    rootDir,
    async write(path, content) {
      const full = join(rootDir, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
    },
    serve: (listener) => web.serve(listener),
    async stop() {
      await Promise.all([api.stop(), worker.stop()]);
      await web.stop();
      await Promise.all([clickhouse.close(), database.close()]);
      await rm(rootDir, { recursive: true, force: true });
    },
  };
}
