import { queryWorkerSchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type QueryWorkerConfig = z.infer<typeof queryWorkerSchema>;

/** @throws ConfigError that names the invalid setting. */
export function readConfig(env = process.env): QueryWorkerConfig {
  return loadConfig(queryWorkerSchema, env);
}
