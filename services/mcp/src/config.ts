import { mcpSchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type McpConfig = z.infer<typeof mcpSchema>;

/** @throws ConfigError that names the invalid setting. */
export function readConfig(env = process.env): McpConfig {
  return loadConfig(mcpSchema, env);
}
