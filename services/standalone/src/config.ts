import { findNearMisses, standaloneSchema as schema } from '@tidemark/configuration';
import { ConfigError, loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type StandaloneConfig = z.infer<typeof schema>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the start contract.
 *
 * @throws ConfigError with one line for a malformed variable or a likely misspelling of one of ours
 */
export function readConfig(env: Environment = process.env): StandaloneConfig {
  const misses = findNearMisses(Object.keys(env), Object.keys(schema.shape));
  if (misses.length > 0) {
    const lines = misses.map(({ given, meant }) => `${given}: unknown, did you mean ${meant}?`);
    throw new ConfigError(`Invalid configuration: ${lines.join('; ')}`);
  }
  return loadConfig(schema, env);
}

/**
 * What the services inherit: settings of theirs that the start contract does not name still reach
 * them, the names it does name are set for each of them on purpose.
 */
export function inheritedEnvironment(env: Environment = process.env): Record<string, string> {
  const ours = new Set(Object.keys(schema.shape));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value === undefined || ours.has(name) ? [] : [[name, value]],
    ),
  );
}
