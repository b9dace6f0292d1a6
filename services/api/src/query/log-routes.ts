import type { ClickHouse, QueryLogFilter, QueryLogRow } from '@tidemark/clickhouse';
import { listQueryLog } from '@tidemark/clickhouse';
import type { QueryLogQuery } from '@tidemark/contracts';
import { pageOf, queryLogEntrySchema, queryLogQuerySchema } from '@tidemark/contracts';
import type { QueryLog } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { serverRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { pageParameters } from '../query-parameters';
import { logResponse, logEntry } from './log-body';

const READ = { scope: 'query:read', queryRate: 'look' } as const;
const DAY_MS = 86_400_000;
const MAX_LIMIT = 1_000;
/** The maximum number of runs for one id, which a client may use several times. */
const RUNS_OF_AN_ID = 100;
const idParams = z.object({ id: z.string().min(1).max(400) });

/** The routes of a project's query log: all queries, and the runs of one id (`docs/wire/query-runs.md#log`). */
export function createQueryLogRoutes(deps: {
  readonly clickhouse: ClickHouse;
  readonly queryLog: Pick<QueryLog, 'flush'>;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  const { clickhouse, queryLog, now } = deps;
  const list = async (
    filter: QueryLogFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly count: number; readonly rows: QueryLogRow[] }> => {
    // A client that looks for a query in the log expects to find it.
    await queryLog.flush();
    return listQueryLog(clickhouse, filter, page);
  };
  return [
    serverRoute({
      name: 'query_log_list',
      summary: 'List the queries that the project has run, newest first',
      method: 'GET',
      path: '/query/log/',
      access: READ,
      query: queryLogQuerySchema.extend(pageParameters),
      response: pageOf(queryLogEntrySchema),
      async handle({ caller, query, url }) {
        const { limit, offset } = defaultPage(url);
        const page = { limit: Math.min(limit, MAX_LIMIT), offset };
        const found = await list(filterOf(caller.project.id, query, now()), page);
        return pageBody(url, page, found, logEntry);
      },
    }),
    serverRoute({
      name: 'query_log_retrieve',
      summary: 'Read the log entry of a query',
      method: 'GET',
      path: '/query/:id/log/',
      access: READ,
      params: idParams,
      response: z.custom<object>(),
      async handle({ caller: { project }, params }) {
        const after = new Date(now().getTime() - DAY_MS);
        const filter = { projectId: project.id, queryId: params.id, after };
        return logResponse((await list(filter, { limit: RUNS_OF_AN_ID, offset: 0 })).rows);
      },
    }),
  ];
}

function filterOf(projectId: number, query: QueryLogQuery, now: Date): QueryLogFilter {
  const { query_id, kind, status, cached, min_duration_ms, after, before } = query;
  return {
    projectId,
    queryId: query_id,
    kind,
    outcome: status,
    isCached: cached,
    atLeastMs: min_duration_ms,
    after: after ?? new Date(now.getTime() - DAY_MS),
    before,
  };
}
