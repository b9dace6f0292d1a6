import type { ApiConfig } from '@tidemark/api';
import { defaultHttpConfig, defaultProviderConfig } from '@tidemark/configuration';
import { defaultQueryStoreConfig } from '@tidemark/query-engine';
import type { QueryWorkerConfig } from '@tidemark/query-worker';
import type { createIsolatedStores } from '@tidemark/testing';

type StoreUrls = Awaited<ReturnType<typeof createIsolatedStores>>;

const SECRETS_KEY = 'a key of the tests that is long enough';

/** The configuration that both services share. */
function sharedConfig(stores: StoreUrls, rootDir: string) {
  return {
    ...defaultHttpConfig,
    ...defaultProviderConfig,
    HOST: '127.0.0.1',
    PORT: 0,
    ADOPT_STORES: [],
    LOG_LEVEL: 'fatal' as const,
    CLICKHOUSE_URL: stores.clickhouse,
    CLICKHOUSE_ROW_POLICIES: 'auto' as const,
    DATABASE_URL: stores.postgres,
    REDIS_URL: stores.redis,
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
  };
}

export type WorldConfigChanges = Partial<ApiConfig> & Partial<QueryWorkerConfig>;

/** The configuration of both services with the given stores and directory of tables. */
export function worldConfig(
  stores: StoreUrls,
  rootDir: string,
  changes: WorldConfigChanges,
): { readonly api: ApiConfig; readonly worker: QueryWorkerConfig } {
  const shared = { ...sharedConfig(stores, rootDir), ...changes };
  return {
    api: { ...API_CONFIG, ...shared },
    worker: { ...WORKER_CONFIG, ...shared },
  };
}

const API_CONFIG = {
  PROJECT_TOKEN_GRACE_SECONDS: 86_400,
  API_BODY_CREDENTIALS_PER_MINUTE: 0,
  QUERY_RATE_LIMIT_PER_HOUR: 0,
  QUERY_MAX_ROWS: 10_000,
  QUERY_STREAM_MAX_ROWS: 1_000_000,
  QUERY_STREAM_MAX_SECONDS: 600,
  QUERY_STREAM_STALL_SECONDS: 60,
  QUERY_MAX_EXECUTION_SECONDS: 60,
  QUERY_INCOMPLETE_STATUS: 200,
} as const;

const WORKER_CONFIG = {
  QUERY_CONCURRENCY: 1,
  EXPORT_CONCURRENCY: 1,
  EXPORT_PART_ROWS: 1_000,
  EXPORT_SETTLE_SECONDS: 60,
  EXPORT_SWEEP_SECONDS: 3_600,
  COHORT_CONCURRENCY: 1,
  COHORT_RECALCULATE_HOURS: 24,
  ALERT_CONCURRENCY: 1,
  ALERT_SWEEP_SECONDS: 3_600,
  EXPERIMENT_SWEEP_SECONDS: 60,
  SUBSCRIPTION_CONCURRENCY: 1,
  SUBSCRIPTION_SWEEP_SECONDS: 3_600,
  COHORT_SWEEP_SECONDS: 3_600,
  ERASURE_SWEEP_SECONDS: 3_600,
  EVENT_DELETION_SWEEP_SECONDS: 3_600,
  ERASURE_REWRITE_SECONDS: 3_600,
  ERASURE_REWRITE_MAX_MB: 256,
  RETENTION_SWEEP_SECONDS: 3_600,
  SQUASH_EVERY_HOURS: 0,
  SQUASH_AFTER_HOURS: 48,
  IMPORT_CONCURRENCY: 1,
  IMPORT_SWEEP_SECONDS: 3_600,
  WAREHOUSE_CONCURRENCY: 2,
  WAREHOUSE_MAX_ROWS: 200_000,
  WAREHOUSE_MAX_MB: 64,
  WAREHOUSE_REFRESH_HOURS: 0,
  WAREHOUSE_SWEEP_SECONDS: 3_600,
} as const;
