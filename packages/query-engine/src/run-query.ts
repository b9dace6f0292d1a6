import type { ClickHouse } from '@tidemark/clickhouse';
import type { LimitOverrides } from './execute/limits';
import { BACKGROUND_LIMITS, BLOCKING_LIMITS } from './execute/limits';
import { createKindContext } from './kinds/context';
import { findQueryKind } from './kinds/registry';
import type { ProjectLookups } from './plan/lookups';
import type { RunWatch } from './observe/run-watch';
import type { AssumedTexts } from './plan/text-properties';
import { stillTexts } from './plan/text-properties';
import { QueryError } from './query-error';
import type { QueryRequest } from './query-request';
import type { CacheKeys } from './respond/cache-keys';
import { cacheKeysOf } from './respond/cache-keys';

export interface RunnerDeps {
  readonly clickhouse: ClickHouse;
  readonly lookups: ProjectLookups;
  readonly now: () => Date;
  /** In place of the limits of the context. */
  readonly limits?: LimitOverrides;
}

/** An answer on the wire: the kind's own keys, and those of the cache layer where the kind has them. */
export type QueryAnswer = Readonly<Record<string, unknown>> &
  Partial<Omit<CacheKeys, 'query_status'>>;

/**
 * Plans, executes and shapes one query in this process. `run.context` picks the time limit.
 *
 * @throws HogQLError for mistakes in the text, QueryError for everything the engine refuses.
 */
export async function runQuery(
  deps: RunnerDeps,
  request: QueryRequest,
  run: {
    readonly context: 'blocking' | 'background';
    readonly signal?: AbortSignal | undefined;
    readonly watch: RunWatch;
  },
): Promise<QueryAnswer> {
  const kind = findQueryKind(request.query.kind);
  if (kind === undefined) {
    const detail = `Unsupported query kind: ${request.query.kind}`;
    throw new QueryError(400, 'validation_error', 'invalid_input', detail, true);
  }
  const startedAt = deps.now();
  const usual = run.context === 'blocking' ? BLOCKING_LIMITS : BACKGROUND_LIMITS;
  const limits = { ...usual, ...deps.limits };
  const { signal, watch } = run;
  const answerWith = (assumedTexts?: AssumedTexts): Promise<object> =>
    kind.run(
      request.query,
      createKindContext(deps, request, { startedAt, limits, signal, watch, assumedTexts }),
    );
  const assumed: AssumedTexts = new Set();
  const fast = await answerWith(assumed);
  // Another kind of value may have come while rows were read.
  const isRight = await stillTexts(deps.lookups.findValues, request.project.id, assumed);
  const answer = isRight ? fast : await answerWith();
  // A page is not stored: its keys would be those of another result.
  return kind.hasCacheKeys && request.page === undefined
    ? { ...answer, ...cacheKeysOf(request, startedAt) }
    : { ...answer };
}
