import type { ClickHouse, WarningFilter } from '@tidemark/clickhouse';
import { listWarnings, newestWarnings, warningDays } from '@tidemark/clickhouse';
import type { IngestionWarningQuery } from '@tidemark/contracts';
import {
  ingestionWarningQuerySchema,
  ingestionWarningSchema,
  ingestionWarningSummarySchema,
  pageOf,
} from '@tidemark/contracts';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { pageParameters } from '../query-parameters';
import { defaultPage, pageBody } from '../page-query';
import { warningBody, warningSummaries } from './warning-body';

export interface WarningRouteDeps {
  readonly clickhouse: ClickHouse;
  readonly now: () => Date;
}

const READ = { scope: 'ingestion_warning:read' } as const;
const DEFAULT_DAYS = 30;
const EXAMPLES_PER_TYPE = 50;

/**
 * Routes for the events and properties that ingestion dropped or changed: by type as in PostHog, and as a plain list.
 */
export function createIngestionWarningRoutes(deps: WarningRouteDeps): readonly ProjectRoute[] {
  const { clickhouse } = deps;
  return [
    projectRoute({
      name: 'ingestion_warnings_list',
      summary: 'List ingestion warnings by type',
      method: 'GET',
      path: '/ingestion_warnings/',
      access: READ,
      query: ingestionWarningQuerySchema,
      response: z.object({ results: z.array(ingestionWarningSummarySchema) }),
      async handle({ caller, query }) {
        const filter = toFilter(caller.project.id, query, deps.now());
        const [days, newest] = await Promise.all([
          warningDays(clickhouse, filter),
          newestWarnings(clickhouse, filter, EXAMPLES_PER_TYPE),
        ]);
        return { results: warningSummaries(days, newest) };
      },
    }),
    projectRoute({
      name: 'ingestion_warnings_flat',
      summary: 'List single ingestion warnings',
      method: 'GET',
      path: '/ingestion_warnings/list/',
      access: READ,
      query: ingestionWarningQuerySchema.extend(pageParameters),
      response: pageOf(ingestionWarningSchema),
      async handle({ caller, query, url }) {
        const request = defaultPage(url);
        const filter = toFilter(caller.project.id, query, deps.now());
        return pageBody(url, request, await listWarnings(clickhouse, filter, request), warningBody);
      },
    }),
  ];
}

function toFilter(projectId: number, query: IngestionWarningQuery, now: Date): WarningFilter {
  const { type, category, severity, distinct_id: distinctId, q: search, before } = query;
  const after = query.after ?? new Date(now.getTime() - DEFAULT_DAYS * 86_400_000);
  return {
    projectId,
    after,
    ...(type !== undefined && { type }),
    ...(category !== undefined && { category }),
    ...(severity !== undefined && { severity }),
    ...(distinctId !== undefined && { distinctId }),
    ...(search !== undefined && { search }),
    ...(before !== undefined && { before }),
  };
}
