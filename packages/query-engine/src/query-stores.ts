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
import { queryStoreFields } from '@tidemark/configuration';
import { z } from 'zod';
import { RUN_TIMES } from './background/times';

/** PostHog's budget for free use (`docs/wire/query-runs.md#read-budget-bucket`). */
const READ_BUDGET_BYTES_PER_HOUR = 20_000_000_000;

export type QueryStoreConfig = z.infer<z.ZodObject<typeof queryStoreFields>>;

/** The default configuration. */
export const defaultQueryStoreConfig: QueryStoreConfig = z.object(queryStoreFields).parse({});

export interface QueryStores {
  readonly runs: QueryRunStore;
  readonly running: RunningQueries;
  readonly results: QueryResultCache;
  readonly arrivals: ArrivalMarks;
  /** Null = no limit on simultaneous queries. */
  readonly slots: FairSlots | null;
  /** Null = no limit on reading. */
  readonly budget: ByteBudget | null;
  readonly failures: FailureMemory;
}

/** The state that all processes that run queries share through Redis. */
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
