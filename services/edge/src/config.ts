import { edgeSchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type EdgeConfig = z.infer<typeof edgeSchema>;

/** @throws ConfigError that names the invalid setting. */
export function readConfig(env = process.env): EdgeConfig {
  return loadConfig(edgeSchema, env);
}
