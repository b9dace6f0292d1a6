import { resolve } from 'node:path';
import { loadConfig } from '@tidemark/platform';
import { runningPostgresUrl } from '@tidemark/postgres';
import { runningRedisUrl } from '@tidemark/redis';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

const schema = z.object({
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Of the running product whose Redis or Postgres is meant when no URL is given. */
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
});

/**
 * Which Redis the commands work on.
 *
 * @throws ConfigError, or one line when none is given and none runs.
 */
export function redisUrl(env: Environment): string {
  const { REDIS_URL, DATA_DIR } = loadConfig(schema, env);
  return REDIS_URL ?? runningRedisUrl(DATA_DIR);
}

/**
 * Which Postgres the commands work on.
 *
 * @throws ConfigError, or one line when none is given and none runs.
 */
export function databaseUrl(env: Environment): string {
  const { DATABASE_URL, DATA_DIR } = loadConfig(schema, env);
  return DATABASE_URL ?? runningPostgresUrl(DATA_DIR);
}

export function processEnvironment(): Environment {
  return process.env;
}
