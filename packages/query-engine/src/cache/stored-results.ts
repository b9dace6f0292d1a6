import type { Logger } from '@tidemark/platform';
import type { ArrivalMarks, QueryResultCache } from '@tidemark/redis';
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
  readonly arrivals: ArrivalMarks;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** What must be right in an entry: one that does not fit is none. */
const entrySchema = z.looseObject({
  last_refresh: z.iso.datetime(),
  cache_key: z.string(),
  stored_with: z.object({ arrivals: z.string(), took_ms: z.number() }).optional(),
});

/**
 * An answer that took less is computed anew once there are newer events: who sends an event and asks for it
 * wants to see it, and there is little to save.
 */
const CHEAP_MS = 1_000;

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
  const { stored_with: made, ...answer } = entry.data;
  const isOutrun = !settled && made !== undefined && (await isOvertaken(deps, project.id, made));
  return { answer, freshness: isOutrun ? 'stale' : freshness };
}

/** Whether a cheap answer knows less than could be known now. */
async function isOvertaken(
  deps: ResultDeps,
  projectId: number,
  made: { readonly arrivals: string; readonly took_ms: number },
): Promise<boolean> {
  if (made.took_ms >= CHEAP_MS) return false;
  return (await arrivalsOf(deps, projectId)) !== made.arrivals;
}

/** How far a project's events have come; the same for ever while Redis does not say. */
export function arrivalsOf(
  { arrivals, logger }: Pick<ResultDeps, 'arrivals' | 'logger'>,
  projectId: number,
): Promise<string> {
  return arrivals.read(projectId).catch((error: unknown) => {
    logger.warn({ err: error }, 'arrivals of events cannot be read');
    return 'unknown';
  });
}

/**
 * Stores a result for later. One that tells of a mistake, or is too large, is not kept. Resolves when the result
 * is on its way: whoever asks this process next finds it, and nobody waits for the store.
 */
export async function keepResult(
  deps: ResultDeps,
  { project }: QueryRequest,
  answer: QueryAnswer,
  made: { readonly arrivals: string; readonly tookMs: number },
): Promise<void> {
  const { cache_key: key, error } = answer;
  if (key === undefined || (error !== null && error !== undefined)) return;
  const warn = (failure: unknown): void =>
    deps.logger.warn({ err: failure }, 'a result could not be cached');
  try {
    const { stored } = await deps.results.send(project.id, key, {
      ...answer,
      stored_with: { arrivals: made.arrivals, took_ms: made.tookMs },
    });
    stored.catch(warn);
  } catch (failure) {
    warn(failure);
  }
}
