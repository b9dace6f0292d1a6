import type {
  ArrivalMarks,
  ByteBudget,
  FailureMemory,
  FairSlots,
  QueryResultCache,
  QueryRunStore,
  Redis,
  RunningQueries,
} from '@tidemark/redis';
import {
  createArrivalMarks,
  createByteBudget,
  createFailureMemory,
  createFairSlots,
  createQueryResultCache,
  createQueryRunStore,
  createRunningQueries,
} from '@tidemark/redis';
import { z } from 'zod';
import { RUN_TIMES } from './background/times';

const count = z.coerce.number().int();

/** Settings that api and query-workers read alike: they share what these bound. */
export const queryStoreFields = {
  /** Rows that one statement may read; 0 = no such limit. */
  QUERY_MAX_READ_ROWS: count.min(0).default(0),
  /** How long a query that ran into the same limit three times is answered with that at once; 0 = never. */
  QUERY_FAILURE_MEMORY_SECONDS: count.min(0).max(86_400).default(60),
  /** Bytes that a project's keys may read per hour, a day's worth at once; unset: 20 GB; 0 = no such limit. */
  QUERY_READ_BUDGET_BYTES_PER_HOUR: count.min(0).optional(),
  /** From how long on a query is logged as slow; 0 = none is. */
  QUERY_SLOW_SECONDS: z.coerce.number().min(0).default(10),
  /** How long a result can be served again. */
  QUERY_CACHE_TTL_HOURS: z.coerce.number().min(0.01).max(168).default(24),
  /** Of one stored result, compressed; what is larger is computed every time. 0 = nothing is stored. */
  QUERY_CACHE_MAX_BYTES: count.min(0).max(100_000_000).default(2_097_152),
  /** Of all stored results of a project. */
  QUERY_CACHE_MAX_PROJECT_BYTES: count.min(0).default(67_108_864),
  /** Queries of a project computed at once, in all processes; 0 = no such limit. */
  QUERY_MAX_RUNNING_PER_PROJECT: count.min(0).max(1_000).default(3),
  /** Queries computed at once, of all projects together. */
  QUERY_MAX_RUNNING: count.min(1).max(1_000).default(16),
  /** How long a query waits for its turn. */
  QUERY_WAIT_SECONDS: z.coerce.number().min(0).max(300).default(30),
  /** Queries that may wait, of all projects together; beyond, 503. One project has a quarter of the places. */
  QUERY_MAX_WAITING: count.min(1).max(10_000).default(200),
} as const;

/** The original's for free use (`wire/query.md` §6.2). */
const READ_BUDGET_BYTES_PER_HOUR = 20_000_000_000;

export type QueryStoreConfig = z.infer<z.ZodObject<typeof queryStoreFields>>;

/** The values that hold without any configuration. */
export const defaultQueryStoreConfig: QueryStoreConfig = z.object(queryStoreFields).parse({});

export interface QueryStores {
  readonly runs: QueryRunStore;
  readonly running: RunningQueries;
  readonly results: QueryResultCache;
  readonly arrivals: ArrivalMarks;
  /** Null = as many at once as come. */
  readonly slots: FairSlots | null;
  /** Null = as much as they like. */
  readonly budget: ByteBudget | null;
  readonly failures: FailureMemory;
}

/** What all processes that run queries share through Redis. */
export function createQueryStores(
  redis: Redis,
  config: QueryStoreConfig,
  now: () => Date,
): QueryStores {
  const perProject = config.QUERY_MAX_RUNNING_PER_PROJECT;
  const bytesPerHour = config.QUERY_READ_BUDGET_BYTES_PER_HOUR ?? READ_BUDGET_BYTES_PER_HOUR;
  return {
    runs: createQueryRunStore(redis, RUN_TIMES),
    running: createRunningQueries(redis, RUN_TIMES.ttlSeconds),
    results: createQueryResultCache(redis, {
      ttlSeconds: config.QUERY_CACHE_TTL_HOURS * 3_600,
      maxEntryBytes: config.QUERY_CACHE_MAX_BYTES,
      maxProjectBytes: config.QUERY_CACHE_MAX_PROJECT_BYTES,
      now,
    }),
    arrivals: createArrivalMarks(redis),
    failures: createFailureMemory(redis, config.QUERY_FAILURE_MEMORY_SECONDS),
    budget:
      bytesPerHour === 0
        ? null
        : createByteBudget(redis, { name: 'query-budget', bytesPerHour, capacityHours: 24 }),
    slots:
      perProject === 0
        ? null
        : createFairSlots(redis, {
            name: 'query-slots',
            slots: config.QUERY_MAX_RUNNING,
            slotsPerTenant: perProject,
            maxWaiting: config.QUERY_MAX_WAITING,
            maxWaitingPerTenant: Math.ceil(config.QUERY_MAX_WAITING / 4),
            waitMs: config.QUERY_WAIT_SECONDS * 1_000,
          }),
  };
}
