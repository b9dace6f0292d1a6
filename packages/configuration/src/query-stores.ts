import { z } from 'zod';

const count = z.coerce.number().int();

/** The variables that api and query-workers must read equally, because they share the resources that these limit. */
export const queryStoreFields = {
  QUERY_MAX_READ_ROWS: count
    .min(0)
    .default(0)
    .describe(
      'rows that one statement may read before it is rejected (400 `too_many_bytes`); 0: no limit',
    ),
  QUERY_FAILURE_MEMORY_SECONDS: count
    .min(0)
    .max(86_400)
    .default(60)
    .describe(
      'how long a query that reached the same limit three times is rejected with that error without being run; 0: never',
    ),
  QUERY_READ_BUDGET_BYTES_PER_HOUR: count
    .min(0)
    .optional()
    .describe(
      'bytes that the keys of a project may read per hour on average, at most the amount of a day at once; beyond, 429; 0: no limit',
    ),
  QUERY_SLOW_SECONDS: z.coerce
    .number()
    .min(0)
    .default(10)
    .describe(
      'the time from which a query is logged as slow, with its kind, times and sizes, without its text; 0: no query is logged',
    ),
  QUERY_CACHE_TTL_HOURS: z.coerce
    .number()
    .min(0.01)
    .max(168)
    .default(24)
    .describe('how long a stored result is kept'),
  QUERY_CACHE_MAX_BYTES: count
    .min(0)
    .max(100_000_000)
    .default(2_097_152)
    .describe(
      'maximum size of one stored result, compressed; larger ones are not stored; 0: no result is stored',
    ),
  QUERY_CACHE_MAX_PROJECT_BYTES: count
    .min(0)
    .default(67_108_864)
    .describe('maximum size of all stored results of a project in Redis'),
  QUERY_MAX_RUNNING_PER_PROJECT: count
    .min(0)
    .max(1_000)
    .default(3)
    .describe(
      'queries of one project that are computed at once, in all processes together; 0: neither this limit nor QUERY_MAX_RUNNING applies',
    ),
  QUERY_MAX_RUNNING: count
    .min(1)
    .max(1_000)
    .default(16)
    .describe('queries of all projects together that are computed at once'),
  QUERY_WAIT_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(30)
    .describe('how long a query waits for a slot before it is rejected with 429'),
  QUERY_MAX_WAITING: count
    .min(1)
    .max(10_000)
    .default(200)
    .describe(
      'queries that may wait for a slot; beyond, 503. One project may use a quarter of these places',
    ),
} as const;
