import { apiSchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type ApiConfig = z.infer<typeof apiSchema>;

/** @throws ConfigError that names the invalid setting. */
export function readConfig(env = process.env): ApiConfig {
  return loadConfig(apiSchema, env);
}
