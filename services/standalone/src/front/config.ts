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
  /** The port of the merged metrics of all processes. */
  METRICS_PORT: port,
  LOG_LEVEL: z.enum(logLevels).default('info'),
  /** The URL of the api, which gets all requests that the edge and the MCP service do not handle. */
  API_URL: z.url(),
  /** The URL of the MCP service, which gets the requests to `/mcp`. */
  MCP_URL: z.url(),
  /** The processes whose readiness and metrics the front reports, as JSON. */
  FRONT_SOURCES: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(source)),
});

export type FrontConfig = z.infer<typeof schema>;
export type Source = z.infer<typeof source>;

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError that names the invalid settings */
export function readConfig(env: Environment = process.env): FrontConfig {
  return loadConfig(schema, env);
}
