import { mcpSchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type McpConfig = z.infer<typeof mcpSchema>;

/** @throws ConfigError naming what is wrong. */
export function readConfig(env = process.env): McpConfig {
  return loadConfig(mcpSchema, env);
}
