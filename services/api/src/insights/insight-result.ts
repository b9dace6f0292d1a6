import { idParameter, insightRefreshMode, queryRequestSchema } from '@tidemark/contracts';
import { ApiError, validationError } from '@tidemark/platform';
import type { Insight, StoredQuery } from '@tidemark/postgres';
import type { KindedQuery, QueryEngine } from '@tidemark/query-engine';
import type { ServerCaller } from '../auth/access';
import { parseQuery } from '../query/parse-query';
import { toWireError } from '../query/query-error';
import { queryIdOf } from '../query/query-id';
import { queryProject } from '../query/query-project';
import { withWarnings } from '../query/with-warnings';
import { schemaViolation } from '../query/schema-violation';
import type { InsightOutcome, InsightResponse } from './insight-body';

/** The settings for results of insights. */
export interface InsightResults {
  readonly engine: QueryEngine;
  /** Hard cap of returned rows; the same as of POST query, so that both share the cache. */
  readonly maxRows: number;
}

const overridesSchema = queryRequestSchema.pick({
  filters_override: true,
  variables_override: true,
});

/**
 * The query of a body, as it is to be run.
 * @throws ApiError 400 for an invalid query or an unknown kind of query
 */
export function checkedQuery(
  query: StoredQuery,
  parameters = new URLSearchParams(),
  warn?: (text: string) => void,
): KindedQuery {
  const request = queryRequestSchema
    .pick({ query: true })
    .safeParse({ query }, { reportInput: true });
  if (!request.success) throw schemaViolation(request.error);
  return parseQuery({ query: request.data.query, ...overridesOf(parameters) }, warn);
}

/**
 * The result of an insight's query, according to `refresh`: by default only the stored result. Null if there is no
 * query. It is computed with the scopes of the caller, not of the user who saved it.
 *
 * @throws ApiError 400 for a query that fails, and for invalid overrides; 403 for a table that the caller cannot read
 */
export async function insightResponse(
  { engine, maxRows }: InsightResults,
  caller: Pick<ServerCaller, 'key' | 'project'>,
  insight: Insight,
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<InsightResponse | null> {
  if (insight.query === null) return null;
  const { project } = caller;
  const warnings: string[] = [];
  try {
    const request = {
      project: queryProject(project, caller),
      query: checkedQuery(insight.query, parameters, (text) => warnings.push(text)),
      ...queryIdOf(parameters.get('client_query_id')),
      startedBy: { insightId: insight.id, dashboardId: dashboardOf(parameters) },
      maxRows,
    };
    const refresh = insightRefreshMode(parameters.get('refresh'));
    const response = await engine.run(request, refresh, signal);
    return { timezone: project.timezone, ...withWarnings(response, warnings) };
  } catch (error) {
    throw toWireError(error, '');
  }
}

/**
 * Like `insightResponse`, but an error of the query is part of the outcome, so that it affects only its own insight.
 *
 * @throws ApiError of every error that the client cannot correct
 */
export async function insightOutcome(
  deps: InsightResults,
  caller: Pick<ServerCaller, 'key' | 'project'>,
  insight: Insight,
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<InsightOutcome> {
  try {
    return { response: await insightResponse(deps, caller, insight, parameters, signal) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || signal.aborted) throw error;
    return { response: null, error: { type: error.code, message: error.message } };
  }
}

/** The dashboard that the insight is shown on. */
function dashboardOf(parameters: URLSearchParams): number | null {
  const id = idParameter().safeParse(parameters.get('from_dashboard') ?? '');
  return id.success ? id.data : null;
}

/** @throws ApiError 400 for overrides that no query accepts */
export function checkOverrides(parameters: URLSearchParams): void {
  overridesOf(parameters);
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
