import { insightRefreshMode, queryRequestSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Insight, Project, StoredQuery } from '@tidemark/postgres';
import type { KindedQuery, QueryEngine } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { parseQuery } from '../query/parse-query';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';
import { schemaViolation } from '../query/schema-violation';
import type { InsightAnswer } from './insight-body';

/** How results of insights are asked for. */
export interface InsightResults {
  readonly engine: QueryEngine;
  /** Hard cap of returned rows; the same as of POST query, so that both share the cache. */
  readonly maxRows: number;
}

const overridesSchema = queryRequestSchema.pick({
  filters_override: true,
  variables_override: true,
});

/** The query of a body, as it is to be run. @throws ApiError 400 for what is no query of a kind known here */
export function checkedQuery(query: StoredQuery, parameters = new URLSearchParams()): KindedQuery {
  const request = queryRequestSchema
    .pick({ query: true })
    .safeParse({ query }, { reportInput: true });
  if (!request.success) throw schemaViolation(request.error);
  return parseQuery({ query: request.data.query, ...overridesOf(parameters) });
}

/**
 * What the query of an insight answers, as `refresh` says: by default only what is stored. Null where there is no
 * query.
 *
 * @throws ApiError 400 for a query that fails, and for overrides that are none
 */
export async function insightAnswer(
  { engine, maxRows }: InsightResults,
  project: Project,
  insight: Insight,
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<InsightAnswer | null> {
  if (insight.query === null) return null;
  try {
    const request = {
      project: queryProject(project),
      query: checkedQuery(insight.query, parameters),
      queryId: parameters.get('client_query_id') || v7().replaceAll('-', ''),
      maxRows,
    };
    const refresh = insightRefreshMode(parameters.get('refresh'));
    const answer = await engine.run(request, refresh, signal);
    return { timezone: project.timezone, ...answer };
  } catch (error) {
    throw toWireError(error, '');
  }
}

function overridesOf(parameters: URLSearchParams) {
  const given = Object.fromEntries(
    Object.keys(overridesSchema.shape).flatMap((name) => {
      const text = parameters.get(name);
      return text === null || text === '' ? [] : [[name, json(name, text)] as const];
    }),
  );
  const parsed = overridesSchema.safeParse(given, { reportInput: true });
  if (!parsed.success) throw schemaViolation(parsed.error);
  return parsed.data;
}

function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validationError('invalid_input', `${name} must be valid JSON.`, name);
  }
}
