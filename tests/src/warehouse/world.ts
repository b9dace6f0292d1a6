import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { start as startApi } from '@tidemark/api';
import type { ApiConfig } from '@tidemark/api';
import { createClickHouse, migrate as migrateClickHouse } from '@tidemark/clickhouse';
import type { ClickHouse } from '@tidemark/clickhouse';
import { defaultHttpConfig } from '@tidemark/configuration';
import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase, migrate } from '@tidemark/postgres';
import { defaultQueryStoreConfig } from '@tidemark/query-engine';
import type { Database } from '@tidemark/postgres';
import { start as startQueryWorker } from '@tidemark/query-worker';
import type { QueryWorkerConfig } from '@tidemark/query-worker';
import { createIsolatedStores } from '@tidemark/testing';

const KEY = 'phx_of_the_warehouse_tests';
const SECRETS_KEY = 'a key of the tests that is long enough';

interface WireResponse {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Api and query-worker over real stores, with a directory for tables and a web server. */
export interface World {
  readonly clickhouse: ClickHouse;
  readonly database: Database;
  /** Of the web server. */
  readonly webUrl: string;
  call(method: string, path: string, json?: unknown, key?: string): Promise<WireResponse>;
  upload(
    projectId: number,
    fields: { readonly name: string; readonly format?: string },
    content: string | Uint8Array,
  ): Promise<WireResponse>;
  newProject(): Promise<number>;
  /** Rows of a statement, or the text of its error. */
  query(projectId: number, statement: string): Promise<unknown>;
  /** Writes below the directory of tables. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** What the web server returns from now on. */
  serve(listener: RequestListener): void;
  readonly rootDir: string;
  stop(): Promise<void>;
}

export async function startWorld(
  changes: Partial<ApiConfig> & Partial<QueryWorkerConfig> = {},
): Promise<World> {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'fatal');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await migrateClickHouse(clickhouse, { kind: 'single' });
  const database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await migrate(database);
  await bootstrap(database, { projectApiKey: 'phc_w', personalApiKey: KEY });
  const rootDir = await mkdtemp(join(tmpdir(), 'tidemark-warehouse-'));

  let listener: RequestListener = (_request, response) => response.writeHead(404).end();
  const web = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;

  const shared = {
    ...defaultHttpConfig,
    HOST: '127.0.0.1',
    PORT: 0,
    ADOPT_STORES: [],
    LOG_LEVEL: 'fatal' as const,
    CLICKHOUSE_URL: urls.clickhouse,
    CLICKHOUSE_ROW_POLICIES: 'auto' as const,
    DATABASE_URL: urls.postgres,
    REDIS_URL: urls.redis,
    EXPORT_SECRETS_KEY: SECRETS_KEY,
    QUERY_MAX_MEMORY_BYTES: 4_294_967_296,
    ...defaultQueryStoreConfig,
    EXPORT_ALLOW_PRIVATE_ENDPOINTS: false,
    EXPORT_ALLOW_HTTP_ENDPOINTS: false,
    CSV_ESCAPE_FORMULAS: true,
    JWT_SECRET: 'a secret of the tests that is long enough',
    SERVICE_SECRET: 'another secret of the tests, long enough',
    CONSOLE: 'off' as const,
    LIVE_EVENT_STREAMS_MAX: 100,
    LLM_MODEL: 'test',
    LLM_TIMEOUT_SECONDS: 5,
    WAREHOUSE_ROOT: rootDir,
    WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: true,
    WAREHOUSE_ALLOWED_HOSTS: [] as string[],
    ...changes,
  };
  const api = await startApi({
    PROJECT_TOKEN_GRACE_SECONDS: 86_400,
    API_BODY_CREDENTIALS_PER_MINUTE: 0,
    QUERY_RATE_LIMIT_PER_HOUR: 0,
    QUERY_MAX_ROWS: 10_000,
    QUERY_STREAM_MAX_ROWS: 1_000_000,
    QUERY_STREAM_MAX_SECONDS: 600,
    QUERY_STREAM_STALL_SECONDS: 60,
    QUERY_MAX_EXECUTION_SECONDS: 60,
    QUERY_INCOMPLETE_STATUS: 200,
    ...shared,
  });
  const worker = await startQueryWorker({
    QUERY_CONCURRENCY: 1,
    EXPORT_CONCURRENCY: 1,
    EXPORT_PART_ROWS: 1_000,
    EXPORT_SETTLE_SECONDS: 60,
    EXPORT_SWEEP_SECONDS: 3_600,
    COHORT_CONCURRENCY: 1,
    COHORT_RECALCULATE_HOURS: 24,
    COHORT_SWEEP_SECONDS: 3_600,
    ERASURE_SWEEP_SECONDS: 3_600,
    ERASURE_REWRITE_SECONDS: 3_600,
    ERASURE_REWRITE_MAX_MB: 256,
    RETENTION_SWEEP_SECONDS: 3_600,
    SQUASH_EVERY_HOURS: 0,
    SQUASH_AFTER_HOURS: 48,
    WAREHOUSE_CONCURRENCY: 2,
    WAREHOUSE_MAX_ROWS: 200_000,
    WAREHOUSE_MAX_MB: 64,
    WAREHOUSE_REFRESH_HOURS: 0,
    WAREHOUSE_SWEEP_SECONDS: 3_600,
    ...shared,
  });
  const base = `http://127.0.0.1:${api.port ?? 0}`;

  const send = async (
    method: string,
    path: string,
    body: string | FormData | undefined,
    key = KEY,
  ): Promise<WireResponse> => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>,
    };
  };

  return {
    clickhouse,
    database,
    webUrl,
    rootDir,
    call: (method, path, json, key) =>
      send(method, path, json === undefined ? undefined : JSON.stringify(json), key),
    upload(projectId, fields, content) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([Buffer.from(content)]), 'data.bin');
      return send('POST', `/api/projects/${projectId}/warehouse_tables/file/`, form);
    },
    async newProject() {
      const { body } = await send('POST', '/api/projects/', JSON.stringify({ name: 'Warehouse' }));
      return body['id'] as number;
    },
    async query(projectId, statement) {
      const { status, body } = await send(
        'POST',
        `/api/projects/${projectId}/query/`,
        JSON.stringify({
          query: { kind: 'HogQLQuery', query: statement },
          refresh: 'force_blocking',
        }),
      );
      return status === 200 ? body['results'] : body['detail'];
    },
    async write(path, content) {
      const full = join(rootDir, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
    },
    serve(next) {
      listener = next;
    },
    async stop() {
      await Promise.all([api.stop(), worker.stop()]);
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
      await Promise.all([clickhouse.close(), database.close()]);
      await rm(rootDir, { recursive: true, force: true });
    },
  };
}
