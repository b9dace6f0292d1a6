import type { ClickHouse } from '@tidemark/clickhouse';
import type { QueryResponse } from '../cache/cache-keys';
import { cacheKeysOf } from '../cache/cache-keys';
import type { LimitOverrides } from '../execute/limits';
import { BACKGROUND_LIMITS, BLOCKING_LIMITS } from '../execute/limits';
import { underOwnId } from '../execute/own-query-id';
import { createKindContext } from '../kinds/context';
import type { RunWatch } from '../observe/run-watch';
import type { ProjectLookups } from '../plan/lookups';
import type { AssumedTexts } from '../plan/text-properties';
import { stillTexts } from '../plan/text-properties';
import type { PreparedQuery } from '../prepared-query';

export interface ResponseDeps {
  readonly clickhouse: ClickHouse;
  readonly lookups: ProjectLookups;
  readonly now: () => Date;
  /** Override limits of the context. */
  readonly limits?: LimitOverrides;
}

/**
 * Keys that the response of every stored kind has, null unless the kind fills them
 * (`docs/wire/query.md#analytics-keys`).
 */
const UNFILLED = {
  warnings: null,
  resolved_date_range: null,
  resolved_compare_date_range: null,
} as const;

/** The circumstances of one computation. */
export interface ComputationRun {
  /** Selects the time limit. */
  readonly context: 'blocking' | 'background';
  readonly signal?: AbortSignal | undefined;
  readonly watch: RunWatch;
}

/**
 * Builds the response of one query: its kind plans, executes and shapes it; then the keys of the cache layer are
 * added.
 *
 * @throws HogQLError for errors in the text, QueryError for every rejection by the engine
 */
export async function buildResponse(
  deps: ResponseDeps,
  prepared: PreparedQuery,
  { context, signal, watch }: ComputationRun,
): Promise<QueryResponse> {
  const { request, kind, body } = prepared;
  const startedAt = deps.now();
  const usual = context === 'blocking' ? BLOCKING_LIMITS : BACKGROUND_LIMITS;
  const limits = { ...usual, ...deps.limits };
  // The engine may hold the id of a statement for a short time after its response.
  const inTurn = underOwnId();
  const respondWith = async (assumedTexts?: AssumedTexts): Promise<object> => {
    const warnings = new Set<string>();
    const run = { startedAt, limits, signal, watch, inTurn, warnings, assumedTexts };
    const response = await kind.respond(body, createKindContext(deps, prepared, run));
    return withWarnings(response, [...warnings]);
  };
  const assumed: AssumedTexts = new Set();
  const fast = await respondWith(assumed);
  // Values of another type may have arrived during the query.
  const isRight = await stillTexts(deps.lookups.findValues, request.project.id, assumed);
  const response = isRight ? fast : await respondWith();
  // A page is not stored: its keys would be those of the whole result.
  return kind.staleness !== 'not_stored' && request.page === undefined
    ? { ...UNFILLED, ...response, ...cacheKeysOf(prepared, startedAt) }
    : { ...response };
}

function withWarnings(response: object, added: readonly string[]): object {
  if (added.length === 0) return response;
  const own = 'warnings' in response && Array.isArray(response.warnings) ? response.warnings : [];
  return { ...response, warnings: [...(own as readonly string[]), ...added] };
}
