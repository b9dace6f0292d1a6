import { findNearMisses, standaloneSchema as schema } from '@tidemark/configuration';
import { ConfigError, loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type StandaloneConfig = z.infer<typeof schema>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration of `npm start`.
 *
 * @throws ConfigError with one line for malformed variables and likely misspellings of known ones
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
 * Returns the variables that services inherit: all except those of `npm start`, which the supervisor sets for each
 * service.
 */
export function inheritedEnvironment(env: Environment = process.env): Record<string, string> {
  const ours = new Set(Object.keys(schema.shape));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value === undefined || ours.has(name) ? [] : [[name, value]],
    ),
  );
}
