import { z } from 'zod';

export const port = z.coerce.number().int().min(0).max(65_535);

/** Several hosts are no URL to `URL`. What the parts mean is read by packages/redis. */
const REDIS_CLUSTER =
  /^rediss?\+cluster:\/\/(?:[^@/]*@)?[^@/?,:]+(?::\d+)?(?:,[^@/?,:]+(?::\d+)?)*\/?$/;

/** The address of a Redis server or cluster. */
export const redisUrl = z
  .string()
  .refine((text) => REDIS_CLUSTER.test(text) || isRedisServerUrl(text), 'not the URL of a Redis');

function isRedisServerUrl(text: string): boolean {
  return URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol);
}

/** Most important first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = z.enum(logLevels).default('info');
