import { ingestWorkerSchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type IngestWorkerConfig = z.infer<typeof ingestWorkerSchema>;

/** @throws ConfigError naming what is wrong. */
export function readConfig(env = process.env): IngestWorkerConfig {
  return loadConfig(ingestWorkerSchema, env);
}
