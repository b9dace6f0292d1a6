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
      'how long a query that reached the same limit three times gets that error at once; 0: never',
    ),
  QUERY_READ_BUDGET_BYTES_PER_HOUR: count
    .min(0)
    .optional()
    .describe(
      "bytes that a project's keys may read per hour, a day's worth at once; beyond, 429; 0: no limit",
    ),
  QUERY_SLOW_SECONDS: z.coerce
    .number()
    .min(0)
    .default(10)
    .describe(
      'from how long on a query is logged as slow: kind, times and sizes, no text; 0: none',
    ),
  QUERY_CACHE_TTL_HOURS: z.coerce
    .number()
    .min(0.01)
    .max(168)
    .default(24)
    .describe('how long a result can be served again, 168 at most'),
  QUERY_CACHE_MAX_BYTES: count
    .min(0)
    .max(100_000_000)
    .default(2_097_152)
    .describe('of one stored result, compressed; larger ones are not stored; 0: none'),
  QUERY_CACHE_MAX_PROJECT_BYTES: count
    .min(0)
    .default(67_108_864)
    .describe('of all stored results of a project; in Redis'),
  QUERY_MAX_RUNNING_PER_PROJECT: count
    .min(0)
    .max(1_000)
    .default(3)
    .describe(
      'queries of a project computed at once, in all processes; 0: no limit, of all projects neither',
    ),
  QUERY_MAX_RUNNING: count
    .min(1)
    .max(1_000)
    .default(16)
    .describe('queries computed at once, of all projects together'),
  QUERY_WAIT_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(30)
    .describe('how long a query waits for its turn before 429'),
  QUERY_MAX_WAITING: count
    .min(1)
    .max(10_000)
    .default(200)
    .describe('queries that may wait; beyond, 503. One project has a quarter of the places'),
} as const;
