import { ingestWorkerSchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type IngestWorkerConfig = z.infer<typeof ingestWorkerSchema>;

/** @throws ConfigError that names the invalid setting. */
export function readConfig(env = process.env): IngestWorkerConfig {
  return loadConfig(ingestWorkerSchema, env);
}
