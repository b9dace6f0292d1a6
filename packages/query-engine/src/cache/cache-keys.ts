import type { PreparedQuery } from '../prepared-query';
import { freshFor, isSettled } from './staleness';

/** The keys of a response that describe its state in the cache (`docs/wire/query.md#cache-keys`). */
export interface CacheKeys {
  is_cached: boolean;
  /** When the computation began. */
  last_refresh: string;
  next_allowed_client_refresh: string;
  /** The time until which it is very fresh; null when it cannot become stale. */
  cache_target_age: string | null;
  cache_key: string;
  timezone: string;
  query_status: null;
  calculation_trigger: null;
  query_metadata: null;
}

/**
 * A response in the wire format: the keys of its kind, and those of the cache layer if results of the kind are
 * stored.
 */
export type QueryResponse = Readonly<Record<string, unknown>> &
  Partial<Omit<CacheKeys, 'query_status'>>;

const NEXT_REFRESH_MS = 60_000;

/** The keys of a response that was just computed. `startedAt` is when the computation began. */
export function cacheKeysOf({ request, kind, key }: PreparedQuery, startedAt: Date): CacheKeys {
  const { query, project } = request;
  const settled = isSettled(query, kind.staleness, project, {
    lastRefresh: startedAt,
    now: startedAt,
  });
  const after = (ms: number): string => new Date(startedAt.getTime() + ms).toISOString();
  return {
    is_cached: false,
    last_refresh: startedAt.toISOString(),
    next_allowed_client_refresh: after(NEXT_REFRESH_MS),
    cache_target_age: settled ? null : after(freshFor(query, kind.staleness).very),
    cache_key: key,
    timezone: project.timezone,
    query_status: null,
    calculation_trigger: null,
    query_metadata: null,
  };
}
