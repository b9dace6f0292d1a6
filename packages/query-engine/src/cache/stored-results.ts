import type { Logger } from '@tidemark/platform';
import type { ArrivalMarks, QueryResultCache } from '@tidemark/redis';
import { z } from 'zod';
import type { PreparedQuery } from '../prepared-query';
import type { QueryResponse } from './cache-keys';
import { isStored } from './is-stored';
import type { Freshness } from './plan-refresh';
import { freshFor, isSettled } from './staleness';

export interface StoredResult {
  readonly response: QueryResponse;
  readonly freshness: Freshness;
}

export interface ResultDeps {
  readonly results: QueryResultCache;
  readonly arrivals: ArrivalMarks;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** An entry with another shape counts as missing. */
const entrySchema = z.looseObject({
  last_refresh: z.iso.datetime(),
  cache_key: z.string(),
  stored_with: z.object({ arrivals: z.string(), took_ms: z.number() }).optional(),
});

/**
 * A result that took less time is computed again once there are newer events: clients that send an event and query it
 * expect to see it, and computing again is cheap.
 */
const CHEAP_MS = 1_000;

/**
 * The stored result of a query, and how fresh it is. A cache that is unavailable counts as a miss.
 *
 * @param arrivals see `arrivalsOf`
 */
export async function findResult(
  deps: ResultDeps,
  prepared: PreparedQuery,
  arrivals: Promise<string>,
): Promise<StoredResult | null> {
  if (!isStored(prepared)) return null;
  const { request, kind, key } = prepared;
  const { query, project } = request;
  const { staleness } = kind;
  const stored = await deps.results.get(project.id, key).catch((error: unknown) => {
    deps.logger.warn({ err: error }, 'the result cache does not respond: the query is computed');
    return undefined;
  });
  const entry = entrySchema.safeParse(stored);
  if (!entry.success || entry.data.cache_key !== key) return null;
  const lastRefresh = new Date(entry.data.last_refresh);
  const now = deps.now();
  const age = now.getTime() - lastRefresh.getTime();
  const { very, somewhat } = freshFor(query, staleness);
  const settled = age > very && isSettled(query, staleness, project, { lastRefresh, now });
  const freshness =
    settled || age <= very ? 'very' : age <= somewhat ? ('somewhat' as const) : 'stale';
  const { stored_with: made, ...response } = entry.data;
  const isOutrun = !settled && made !== undefined && isOvertaken(await arrivals, made);
  return { response, freshness: isOutrun ? 'stale' : freshness };
}

/** Whether newer events arrived after a cheap result was computed. */
function isOvertaken(
  arrivals: string,
  made: { readonly arrivals: string; readonly took_ms: number },
): boolean {
  return made.took_ms < CHEAP_MS && arrivals !== made.arrivals;
}

/** The arrival state of a project's events; a constant while Redis is unavailable. */
export function arrivalsOf(
  { arrivals, logger }: Pick<ResultDeps, 'arrivals' | 'logger'>,
  projectId: number,
): Promise<string> {
  return arrivals.read(projectId).catch((error: unknown) => {
    logger.warn(
      { err: error },
      'the time of the last events cannot be read: cached results are not used',
    );
    return 'unknown';
  });
}

/**
 * Stores a result. A result with an error, or one that is too large, is not stored. Resolves when the result was sent
 * to Redis: the next request of this process finds it, and no caller waits for the response.
 */
export async function storeResult(
  deps: ResultDeps,
  prepared: PreparedQuery,
  response: QueryResponse,
  made: { readonly arrivals: string; readonly tookMs: number },
): Promise<void> {
  const { cache_key: key, error, last_refresh: madeAt } = response;
  if (
    key === undefined ||
    madeAt === undefined ||
    (error !== null && error !== undefined) ||
    !isStored(prepared)
  )
    return;
  const { id: projectId } = prepared.request.project;
  const warn = (failure: unknown): void =>
    deps.logger.warn({ err: failure }, 'a result could not be cached');
  try {
    const entry = { ...response, stored_with: { arrivals: made.arrivals, took_ms: made.tookMs } };
    const { stored } = await deps.results.send(projectId, key, entry, new Date(madeAt));
    stored.catch(warn);
  } catch (failure) {
    warn(failure);
  }
}
