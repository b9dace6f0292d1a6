import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { start as startApi } from '@tidemark/api';
import type { ApiConfig } from '@tidemark/api';
import { defaultHttpConfig, defaultProviderConfig } from '@tidemark/configuration';
import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase } from '@tidemark/postgres';
import { defaultQueryStoreConfig } from '@tidemark/query-engine';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';

const KEY = 'phx_of_the_query_run_tests';
const PROGRAMS = join(__dirname, '..', '..', '..', 'programs', 'services');
const API = join(PROGRAMS, 'api', 'dist', 'main.js');
const WORKER = join(PROGRAMS, 'query-worker', 'dist', 'main.js');

interface RunResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Caller = (
  method: string,
  path: string,
  json?: unknown,
  headers?: object,
) => Promise<RunResponse>;

/** An api in this process, and query-workers in separate processes that can be killed. */
export interface RunWorld {
  readonly base: string;
  readonly key: string;
  readonly redisUrl: string;
  readonly postgresUrl: string;
  readonly clickhouse: ClickHouse;
  call: Caller;
  /** Starts another api on the same stores, in a separate process that can be killed. */
  startReplica(): Promise<{ readonly call: Caller; readonly process: ChildProcess }>;
  startWorker(environment?: NodeJS.ProcessEnv): ChildProcess;
  /** The number of statements of the tests that the engine is running. */
  statementsInEngine(): Promise<number>;
  stop(): Promise<void>;
}

/** Identifies the statements of one test file in the engine's list of processes. */
/** It is a number, because the engine gets texts and names of a statement as parameters. */
const MARK = `${process.pid}${Date.now()}`;

/** A query that takes minutes. `name` distinguishes it from others. */
export function slow(name: string): object {
  const query = `select sum(sipHash64(number + ${MARK}, '${name}')) from numbers(100000000000)`;
  return { kind: 'HogQLQuery', query };
}

export function sql(query: string): object {
  return { kind: 'HogQLQuery', query };
}

export async function startRunWorld(changes: Partial<ApiConfig> = {}): Promise<RunWorld> {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'fatal');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  const database = createDatabase(urls.postgres, { poolSize: 1, logger });
  await bootstrap(database, { projectApiKey: 'phc_q', personalApiKey: KEY });
  await database.close();
  const api = await startApi({
    ...defaultHttpConfig,
    ...defaultProviderConfig,
    HOST: '127.0.0.1',
    PORT: 0,
    ADOPT_STORES: [],
    LOG_LEVEL: 'fatal',
    CLICKHOUSE_URL: urls.clickhouse,
    CLICKHOUSE_ROW_POLICIES: 'auto',
    DATABASE_URL: urls.postgres,
    REDIS_URL: urls.redis,
    ...defaultQueryStoreConfig,
    QUERY_CACHE_MAX_BYTES: 0,
    QUERY_CACHE_MAX_PROJECT_BYTES: 0,
    PROJECT_TOKEN_GRACE_SECONDS: 86_400,
    API_BODY_CREDENTIALS_PER_MINUTE: 0,
    QUERY_RATE_LIMIT_PER_HOUR: 0,
    QUERY_MAX_ROWS: 10_000,
    QUERY_STREAM_MAX_ROWS: 1_000_000,
    QUERY_STREAM_MAX_SECONDS: 600,
    QUERY_STREAM_STALL_SECONDS: 60,
    QUERY_MAX_EXECUTION_SECONDS: 60,
    QUERY_MAX_MEMORY_BYTES: 4_294_967_296,
    QUERY_INCOMPLETE_STATUS: 200,
    EXPORT_ALLOW_PRIVATE_ENDPOINTS: false,
    EXPORT_ALLOW_HTTP_ENDPOINTS: false,
    CSV_ESCAPE_FORMULAS: true,
    JWT_SECRET: 'a secret of the tests that is long enough',
    SERVICE_SECRET: 'another secret of the tests, long enough',
    CONSOLE: 'off',
    LIVE_EVENT_STREAMS_MAX: 100,
    LLM_MODEL: 'test',
    LLM_TIMEOUT_SECONDS: 5,
    WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: false,
    WAREHOUSE_ALLOWED_HOSTS: [],
    ...changes,
  });
  const base = `http://127.0.0.1:${api.port ?? 0}`;
  const workers: ChildProcess[] = [];

  return {
    base,
    key: KEY,
    redisUrl: urls.redis,
    postgresUrl: urls.postgres,
    clickhouse,
    call: callerOf(base),
    async startReplica() {
      const port = await freePort();
      const replica = spawn('node', [API], {
        env: {
          PATH: process.env['PATH'],
          HOST: '127.0.0.1',
          PORT: String(port),
          LOG_LEVEL: 'error',
          CLICKHOUSE_URL: urls.clickhouse,
          DATABASE_URL: urls.postgres,
          REDIS_URL: urls.redis,
          JWT_SECRET: 'a secret of the tests that is long enough',
          SERVICE_SECRET: 'another secret of the tests, long enough',
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      workers.push(replica);
      const own = `http://127.0.0.1:${port}`;
      await waitUntil(async () => {
        if (!(await fetch(`${own}/_readyz`)).ok) throw new Error('not ready yet');
      });
      return { call: callerOf(own), process: replica };
    },
    startWorker(environment = {}) {
      const worker = spawn('node', [WORKER], {
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          LOG_LEVEL: 'error',
          CLICKHOUSE_URL: urls.clickhouse,
          CLICKHOUSE_ROW_POLICIES: 'auto',
          DATABASE_URL: urls.postgres,
          REDIS_URL: urls.redis,
          QUERY_CONCURRENCY: '2',
          SERVICE_SECRET: 'another secret of the tests, long enough',
          ...environment,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      workers.push(worker);
      return worker;
    },
    async statementsInEngine() {
      const { rows } = await clickhouse.query<[number]>({
        name: 'statements_of_tests',
        sql: `SELECT count() FROM system.processes WHERE query LIKE '%${MARK}%' AND query NOT LIKE '%system.processes%'`,
      });
      return rows[0]?.[0] ?? 0;
    },
    async stop() {
      for (const worker of workers) worker.kill('SIGKILL');
      await api.stop();
      await clickhouse.close();
    },
  };
}

function callerOf(base: string): Caller {
  return async (method, path, json, headers = {}) => {
    const response = await fetch(`${base}/api/projects/1/query/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const body = JSON.parse(isJson && text !== '' ? text : '{}') as RunResponse['body'];
    return { status: response.status, headers: response.headers, text, body };
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Repeats a request until its result fits. */
export async function until<T>(look: () => Promise<T>, fits: (seen: T) => boolean): Promise<T> {
  return waitUntil(async () => {
    const seen = await look();
    if (!fits(seen)) throw new Error(`not yet: ${JSON.stringify(seen)}`);
    return seen;
  });
}
