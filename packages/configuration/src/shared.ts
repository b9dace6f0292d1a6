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
    'the number of your own proxies in front of the service. If it is set, the client address is the entry of X-Forwarded-For at this position from the right, and with 1 or more X-Forwarded-Host and X-Forwarded-Proto are used for links. Unset: the client address is the first entry (api: the last one that is not private), and the other two headers are ignored',
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
    'comma-separated stores (postgres, clickhouse, redis) that this start accepts although they lost their data or belonged to another installation; remove it after that start',
  );
