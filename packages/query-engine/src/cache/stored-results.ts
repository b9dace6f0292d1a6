import type { Logger } from '@tidemark/platform';
import type { QueryResultCache } from '@tidemark/redis';
import { z } from 'zod';
import { findQueryKind } from '../kinds/registry';
import type { QueryRequest } from '../query-request';
import type { Freshness } from '../refresh/plan-refresh';
import { cacheKey } from '../respond/cache-key';
import type { QueryAnswer } from '../run-query';
import { freshFor, isSettled } from './staleness';

export interface StoredResult {
  readonly answer: QueryAnswer;
  readonly freshness: Freshness;
}

export interface ResultDeps {
  readonly results: QueryResultCache;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** What must be right in an entry: one that does not fit is none. */
const entrySchema = z.looseObject({
  last_refresh: z.iso.datetime(),
  cache_key: z.string(),
});

/** The stored result of a query, and how fresh it is. A cache that does not answer is a miss. */
export async function findResult(
  deps: ResultDeps,
  { query, project, maxRows }: QueryRequest,
): Promise<StoredResult | null> {
  if (findQueryKind(query.kind)?.hasCacheKeys !== true) return null;
  const key = cacheKey(query, project, maxRows);
  const stored = await deps.results.get(project.id, key).catch((error: unknown) => {
    deps.logger.warn({ err: error }, 'the result cache does not answer');
    return undefined;
  });
  const entry = entrySchema.safeParse(stored);
  if (!entry.success || entry.data.cache_key !== key) return null;
  const lastRefresh = new Date(entry.data.last_refresh);
  const now = deps.now();
  const age = now.getTime() - lastRefresh.getTime();
  const { very, somewhat } = freshFor(query);
  const settled = age > very && isSettled(query, project, { lastRefresh, now });
  const freshness =
    settled || age <= very ? 'very' : age <= somewhat ? ('somewhat' as const) : 'stale';
  return { answer: entry.data, freshness };
}

/** Stores a result for later. One that tells of a mistake, or is too large, is not kept. */
export async function keepResult(
  deps: ResultDeps,
  { project }: QueryRequest,
  answer: QueryAnswer,
): Promise<void> {
  const { cache_key: key, error } = answer;
  if (key === undefined || (error !== null && error !== undefined)) return;
  try {
    await deps.results.set(project.id, key, answer);
  } catch (failure) {
    deps.logger.warn({ err: failure }, 'a result could not be cached');
  }
}
