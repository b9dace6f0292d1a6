import { loadConfig, logLevels } from '@tidemark/platform';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** Serves health (and metrics unless METRICS_PORT is set). */
  PORT: port.default(8003),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  CLICKHOUSE_URL: z.url(),
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  /** Queries this process runs at once. */
  QUERY_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
});

export type QueryWorkerConfig = z.infer<typeof schema>;

/** @throws ConfigError naming what is wrong. */
export function readConfig(env = process.env): QueryWorkerConfig {
  return loadConfig(schema, env);
}
