import { loadConfig, logLevels } from '@tidemark/platform';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);

const source = z.object({
  name: z.string(),
  readyUrl: z.url(),
  metricsUrl: z.url().nullable(),
});

const schema = z.object({
  HOST: z.string(),
  PORT: port,
  /** Where the metrics of all processes are read together. */
  METRICS_PORT: port,
  LOG_LEVEL: z.enum(logLevels).default('info'),
  /** Everything that is not the edge's goes there. */
  API_URL: z.url(),
  /** Where `/mcp` goes. */
  MCP_URL: z.url(),
  /** The processes whose readiness and metrics are ours to report on, as JSON. */
  FRONT_SOURCES: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(source)),
});

export type FrontConfig = z.infer<typeof schema>;
export type Source = z.infer<typeof source>;

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError naming what is wrong */
export function readConfig(env: Environment = process.env): FrontConfig {
  return loadConfig(schema, env);
}
