import { freshFor, isSettled } from '../cache/staleness';
import type { QueryRequest } from '../query-request';
import { cacheKey } from './cache-key';

/** What the cache layer says about an answer (`wire/query.md` §1.3). */
export interface CacheKeys {
  is_cached: boolean;
  /** When the calculation began. */
  last_refresh: string;
  next_allowed_client_refresh: string;
  /** Until when it is very fresh; null when it cannot grow stale. */
  cache_target_age: string | null;
  cache_key: string;
  timezone: string;
  query_status: null;
  calculation_trigger: null;
  query_metadata: null;
}

const NEXT_REFRESH_MS = 60_000;

/** The keys of an answer that was just computed. `startedAt` is when the calculation began. */
export function cacheKeysOf({ query, project, maxRows }: QueryRequest, startedAt: Date): CacheKeys {
  const settled = isSettled(query, project, { lastRefresh: startedAt, now: startedAt });
  const after = (ms: number): string => new Date(startedAt.getTime() + ms).toISOString();
  return {
    is_cached: false,
    last_refresh: startedAt.toISOString(),
    next_allowed_client_refresh: after(NEXT_REFRESH_MS),
    cache_target_age: settled ? null : after(freshFor(query).very),
    cache_key: cacheKey(query, project, maxRows),
    timezone: project.timezone,
    query_status: null,
    calculation_trigger: null,
    query_metadata: null,
  };
}
