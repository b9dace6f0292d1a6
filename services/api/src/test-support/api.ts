import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultHttpConfig, defaultProviderConfig } from '@tidemark/configuration';
import type { OpenApiDocument } from '@tidemark/platform';
import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase, migrate } from '@tidemark/postgres';
import { defaultQueryStoreConfig } from '@tidemark/query-engine';
import { createResponseCheck } from '@tidemark/testing';
import type { ApiConfig } from '../config';
import { start } from '../start';

/** The JSON of a response; the fields that tests read most are typed. */
export interface WireBody {
  readonly [field: string]: unknown;
  readonly id: number;
  readonly value: string;
  readonly detail: string;
  readonly count: number;
  readonly results: readonly WireBody[];
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; an empty object if it is not JSON. */
  readonly body: WireBody;
}

interface Call {
  /** Null = no Authorization header. The default is the bootstrap key. */
  readonly key?: string | null;
  readonly json?: unknown;
  /** A body that is sent unchanged. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A running api with real stores, called over HTTP; every response is checked against the API's description. */
export interface TestApi {
  readonly base: string;
  /** Value of a key with scope `*`. */
  readonly masterKey: string;
  call(method: string, path: string, options?: Call): Promise<TestResponse>;
  /** Value of a new key. */
  keyWith(scopes: readonly string[], limits?: { readonly scoped_teams: number[] }): Promise<string>;
  /** Id of a new project. */
  newProject(name?: string): Promise<number>;
  stop(): Promise<void>;
}

/** The committed description of the API: a test compares it with the served one, which takes a second to generate. */
function committedDescription(): OpenApiDocument {
  const path = join(__dirname, '../../../../docs/openapi.json');
  return JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument;
}

const MASTER_KEY = 'phx_master_key_of_the_api_tests';

/** Migrates and bootstraps the database, then starts the service on a free port. */
export async function startTestApi(
  urls: { readonly clickhouse: string; readonly postgres: string; readonly redis: string },
  overrides: Partial<ApiConfig> = {},
  given: Parameters<typeof start>[1] = {},
): Promise<TestApi> {
  const database = createDatabase(urls.postgres, {
    poolSize: 1,
    logger: createLogger('test', 'warn'),
  });
  await migrate(database);
  await bootstrap(database, { projectApiKey: 'phc_api_tests', personalApiKey: MASTER_KEY });
  await database.close();

  const service = await start(
    {
      ...defaultHttpConfig,
      HOST: '127.0.0.1',
      PORT: 0,
      ADOPT_STORES: [],
      LOG_LEVEL: 'fatal',
      CLICKHOUSE_URL: urls.clickhouse,
      CLICKHOUSE_ROW_POLICIES: 'auto',
      DATABASE_URL: urls.postgres,
      REDIS_URL: urls.redis,
      PROJECT_TOKEN_GRACE_SECONDS: 86_400,
      API_BODY_CREDENTIALS_PER_MINUTE: 0,
      QUERY_RATE_LIMIT_PER_HOUR: 0,
      QUERY_MAX_ROWS: 10_000,
      QUERY_STREAM_MAX_ROWS: 1_000_000,
      QUERY_STREAM_MAX_SECONDS: 600,
      QUERY_STREAM_STALL_SECONDS: 60,
      QUERY_MAX_EXECUTION_SECONDS: 60,
      QUERY_INCOMPLETE_STATUS: 200,
      QUERY_MAX_MEMORY_BYTES: 4_294_967_296,
      ...defaultQueryStoreConfig,
      EXPORT_ALLOW_PRIVATE_ENDPOINTS: false,
      EXPORT_ALLOW_HTTP_ENDPOINTS: false,
      CSV_ESCAPE_FORMULAS: true,
      JWT_SECRET: 'a secret of the tests that is long enough',
      SERVICE_SECRET: 'another secret of the tests, long enough',
      CONSOLE: 'off',
      LIVE_EVENT_STREAMS_MAX: 100,
      LOGIN_SECRETS_KEY: 'a third secret of the tests, long enough',
      ...defaultProviderConfig,
      LLM_MODEL: 'test',
      LLM_TIMEOUT_SECONDS: 5,
      WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: false,
      WAREHOUSE_ALLOWED_HOSTS: [],
      ...overrides,
    },
    given,
  );
  const base = `http://127.0.0.1:${service.port ?? 0}`;

  const check = createResponseCheck(committedDescription());

  const call: TestApi['call'] = async (method, path, options = {}) => {
    const { key = MASTER_KEY, json, raw, headers } = options;
    const body = json === undefined ? raw : JSON.stringify(json);
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const { status } = response;
    const contentType = response.headers.get('content-type');
    const isJson = text !== '' && contentType?.startsWith('application/json') === true;
    check({ method, target: path, status, contentType, text });
    return {
      status,
      headers: response.headers,
      text,
      body: JSON.parse(isJson ? text : '{}') as WireBody,
    };
  };

  return {
    base,
    masterKey: MASTER_KEY,
    call,
    async keyWith(scopes, limits) {
      const json = { label: 'test', scopes, ...limits };
      return (await call('POST', '/api/personal_api_keys/', { json })).body.value;
    },
    async newProject(name = 'Test') {
      return (await call('POST', '/api/projects/', { json: { name } })).body.id;
    },
    stop: () => service.stop(),
  };
}
