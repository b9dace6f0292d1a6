import { z } from 'zod';

export const port = z.coerce.number().int().min(0).max(65_535);

/** Whether the api serves the console. */
export const consoleSwitch = z
  .enum(['on', 'off'])
  .default('on')
  .describe(
    'on: the api serves the console at `/`, `/login`, `/setup`, `/second-factor`, `/project/…` and `/console/…`; off: these paths are 404, the API is unchanged',
  );

/** The number of trusted proxies through which a request reaches the public port. */
export const trustedProxyHops = z.coerce
  .number()
  .int()
  .min(0)
  .max(32)
  .optional()
  .describe(
    'proxies in front that are yours. A number: the client is the entry that many places from the right of X-Forwarded-For, and with 1 or more X-Forwarded-Host and -Proto are believed in links. Unset: the first entry is the client (api: the last one that is not private), the other two headers are ignored',
  );

/** The URL of a Redis cluster, whose list of hosts `URL` does not accept. packages/redis parses its parts. */
const REDIS_CLUSTER =
  /^rediss?\+cluster:\/\/(?:[^@/]*@)?[^@/?,:]+(?::\d+)?(?:,[^@/?,:]+(?::\d+)?)*\/?$/;

/** The address of a Redis server or cluster. */
export const redisUrl = z
  .string()
  .refine((text) => REDIS_CLUSTER.test(text) || isRedisServerUrl(text), 'not the URL of a Redis');

function isRedisServerUrl(text: string): boolean {
  return URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol);
}

/** The most important level first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = z.enum(logLevels).default('info');

/** The stores that are accepted although they lack the data of this installation. */
export const adoptStores = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
  .pipe(z.array(z.enum(['postgres', 'clickhouse', 'redis'])))
  .describe(
    'stores, separated by commas, that lost their data or belonged to another installation and are to be used all the same, for one start: postgres, clickhouse, redis',
  );
