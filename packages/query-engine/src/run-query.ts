import type { ClickHouse } from '@tidemark/clickhouse';
import { engineQueryId } from './engine-query-id';
import { executeCompiled } from './execute/run-hogql';
import { BACKGROUND_LIMITS, BLOCKING_LIMITS } from './execute/limits';
import type { ActionLookup, CohortLookup } from './plan/hogql-query';
import { planHogQLQuery } from './plan/hogql-query';
import type { MetadataLookup } from './plan/metadata';
import type { PropertyTypeLookup } from './plan/property-types';
import type { QueryRequest } from './query-request';
import { cacheKey } from './respond/cache-key';
import type { HogQLQueryResponse } from './respond/hogql-response';
import { hogqlResponse } from './respond/hogql-response';

export interface RunnerDeps {
  readonly clickhouse: ClickHouse;
  readonly findActions: ActionLookup;
  readonly findCohorts: CohortLookup;
  readonly findPropertyTypes: PropertyTypeLookup;
  readonly metadata: MetadataLookup;
  readonly now: () => Date;
}

/**
 * Plans, executes and shapes one query in this process. `context` picks the time limit.
 *
 * @throws HogQLError for mistakes in the text, QueryError for everything the engine refuses.
 */
export async function runQuery(
  deps: RunnerDeps,
  request: QueryRequest,
  context: 'blocking' | 'background',
  signal?: AbortSignal,
): Promise<HogQLQueryResponse> {
  const { project, query, maxRows } = request;
  const startedAt = deps.now();
  const compiled = await planHogQLQuery(query, {
    project,
    now: startedAt,
    maxRows,
    findActions: deps.findActions,
    findCohorts: deps.findCohorts,
    findPropertyTypes: deps.findPropertyTypes,
    metadata: deps.metadata,
  });
  const time = context === 'blocking' ? BLOCKING_LIMITS : BACKGROUND_LIMITS;
  const { rows, meta } = await executeCompiled(deps.clickhouse, compiled, {
    queryId: engineQueryId(project.id, request.queryId),
    projectId: project.id,
    limits: { ...time, maxRows },
    signal,
  });
  return hogqlResponse({
    compiled,
    source: query.query,
    rows,
    meta,
    modifiers: query.modifiers ?? {},
    project,
    startedAt,
    cacheKey: cacheKey(query, project, maxRows),
  });
}
