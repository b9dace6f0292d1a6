import { join } from 'node:path';
import type { StandaloneConfig } from './config';
import type { Secrets } from './data-dir/secrets';
import type { EngineUrls } from './engines';

/** The largest value that services accept. */
const MAX_PROXY_HOPS = 32;

export type ServiceName = 'api' | 'ingest-worker' | 'query-worker' | 'delivery' | 'mcp';

export const serviceNames: readonly ServiceName[] = [
  ...(['api', 'ingest-worker', 'query-worker', 'delivery', 'mcp'] as const),
];

/** The folder of the bundles, with the same paths as in the repository (build/programs.mjs). */
const PROGRAMS = join(__dirname, '..', '..', '..', 'programs');

/** Returns the path of the bundled main script of a service. */
export function serviceScript(name: ServiceName): string {
  return join(PROGRAMS, 'services', name, 'dist', 'main.js');
}

/** The bundled main script of the front, which is part of this service. */
export const frontScript = join(PROGRAMS, 'services', 'standalone', 'dist', 'front', 'main.js');

/** Where Node.js keeps what it has compiled of the bundles, so that later starts are faster. */
export const COMPILE_CACHE = join(PROGRAMS, 'compile-cache');

/** A process with the URLs at which the front reads its readiness and metrics. */
export interface FrontSource {
  readonly name: string;
  readonly readyUrl: string;
  readonly metricsUrl: string | null;
}

/** The environment for exports and destinations: the directory and the key of stored credentials. */
export function exportEnvironment(
  config: StandaloneConfig,
  secrets: Pick<Secrets, 'exportSecretsKey'>,
): Record<string, string> {
  return {
    EXPORT_ROOT_DIR: config.EXPORT_ROOT_DIR ?? join(config.DATA_DIR, 'exports'),
    EXPORT_SECRETS_KEY: secrets.exportSecretsKey,
  };
}

/** Returns only the secrets with which a service signs or checks. */
export function signingEnvironment(
  name: ServiceName | 'front',
  { jwtSecret, serviceSecret }: Pick<Secrets, 'jwtSecret' | 'serviceSecret'>,
): Record<string, string> {
  if (name === 'api') return { JWT_SECRET: jwtSecret, SERVICE_SECRET: serviceSecret };
  if (name === 'front') return { JWT_SECRET: jwtSecret };
  return name === 'query-worker' ? { SERVICE_SECRET: serviceSecret } : {};
}

/** Returns the settings of `npm start` that all services get. Each service reads those that it needs. */
export function serviceEnvironment(
  config: StandaloneConfig,
  urls: EngineUrls,
  ports: { readonly port: number; readonly metricsPort: number },
): Record<string, string> {
  return {
    ...optional({
      PROJECT_TOKEN_GRACE_SECONDS: config.PROJECT_TOKEN_GRACE_SECONDS,
      QUERY_RATE_LIMIT_PER_HOUR: config.QUERY_RATE_LIMIT_PER_HOUR,
      QUERY_MAX_ROWS: config.QUERY_MAX_ROWS,
      QUERY_INCOMPLETE_STATUS: config.QUERY_INCOMPLETE_STATUS,
      GEOIP_MMDB_PATH: config.GEOIP_MMDB_PATH,
      INGEST_LOG_URL: config.INGEST_LOG_URL,
      // The front is one more proxy, which adds itself to the headers.
      TRUSTED_PROXY_HOPS:
        config.TRUSTED_PROXY_HOPS === undefined
          ? undefined
          : Math.min(config.TRUSTED_PROXY_HOPS + 1, MAX_PROXY_HOPS),
      DISK_WATCH_PATH: hasEmbeddedStore(config) ? config.DATA_DIR : undefined,
      CLICKHOUSE_ROW_POLICIES: config.CLICKHOUSE_ROW_POLICIES,
      CLICKHOUSE_QUERY_URL: config.CLICKHOUSE_QUERY_URL,
    }),
    CONSOLE: config.CONSOLE,
    DISK_MIN_FREE_BYTES: String(config.DISK_MIN_FREE_BYTES),
    ...urls,
    LOG_LEVEL: config.LOG_LEVEL,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(ports.port),
    METRICS_PORT: String(ports.metricsPort),
  };
}

/** Returns the whole environment of the MCP service: it is a client of the API, without stores and secrets. */
export function mcpEnvironment(
  config: StandaloneConfig,
  given: { readonly port: number; readonly metricsPort: number; readonly apiPort: number },
): Record<string, string> {
  return {
    LOG_LEVEL: config.LOG_LEVEL,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(given.port),
    METRICS_PORT: String(given.metricsPort),
    ...apiEnvironment(given.apiPort),
  };
}

/** Returns the URL of the api for its clients. */
export function apiEnvironment(apiPort: number): Record<string, string> {
  return { API_URL: `http://127.0.0.1:${apiPort}` };
}

/** Returns the additional settings of the front: the public address and the URLs of the other processes. */
export function frontEnvironment(
  config: StandaloneConfig,
  urls: EngineUrls,
  given: {
    readonly port: number;
    readonly metricsPort: number;
    readonly apiPort: number;
    readonly mcpPort: number;
    readonly sources: readonly FrontSource[];
  },
): Record<string, string> {
  const { apiPort, mcpPort, sources, ...ports } = given;
  return {
    ...serviceEnvironment(config, urls, ports),
    ...optional({ TRUSTED_PROXY_HOPS: config.TRUSTED_PROXY_HOPS }),
    HOST: config.HOST,
    ...apiEnvironment(apiPort),
    MCP_URL: `http://127.0.0.1:${mcpPort}`,
    FRONT_SOURCES: JSON.stringify(sources),
  };
}

/** Whether any store keeps its files in DATA_DIR. */
export function hasEmbeddedStore(
  config: Pick<StandaloneConfig, 'CLICKHOUSE_URL' | 'DATABASE_URL' | 'REDIS_URL'>,
): boolean {
  const { CLICKHOUSE_URL, DATABASE_URL, REDIS_URL } = config;
  return [CLICKHOUSE_URL, DATABASE_URL, REDIS_URL].includes(undefined);
}

function optional(values: Readonly<Record<string, string | number | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
