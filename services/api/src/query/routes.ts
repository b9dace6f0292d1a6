import { createOneTimeValues } from '@tidemark/redis';
import type { ProjectRoute, PublicRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createDownloadLinks } from './download-links';
import type { DownloadDeps } from './download-routes';
import { createDownloadLinkRoutes, createDownloadRoutes } from './download-routes';
import { createQueryLogRoutes } from './log-routes';
import { createQueryRoutes } from './query-routes';
import { createQueryStatusRoutes } from './status-routes';
import { createQueryUpgradeRoutes } from './upgrade-routes';

type DownloadParts = Pick<ApiParts, 'config' | 'engine' | 'projects' | 'redis' | 'now'>;

/** The routes for queries in HogQL and for the queries of insights. */
export function createQueriesRoutes(
  parts: Pick<ApiParts, 'config' | 'engine' | 'clickhouse' | 'queryLog' | 'now'> & DownloadParts,
): readonly ProjectRoute[] {
  const { QUERY_INCOMPLETE_STATUS: incompleteStatus, QUERY_MAX_ROWS: maxRows } = parts.config;
  return [
    // These come before the routes of one query, whose `:id` would match these paths too.
    ...createQueryLogRoutes(parts),
    ...createQueryUpgradeRoutes(),
    ...createDownloadLinkRoutes(downloadDeps(parts)),
    ...createQueryRoutes({ ...parts, maxRows, incompleteStatus }),
    ...createQueryStatusRoutes({ ...parts, incompleteStatus }),
  ];
}

/** Downloads of results, which need no credential other than their link. */
export function createQueryDownloadRoutes(parts: DownloadParts): readonly PublicRoute[] {
  return createDownloadRoutes(downloadDeps(parts));
}

function downloadDeps(parts: DownloadParts): DownloadDeps {
  const { config, redis, now } = parts;
  const links = createDownloadLinks({
    values: createOneTimeValues(redis, 'tidemark:query-download'),
    secrets: { current: config.SERVICE_SECRET, previous: config.SERVICE_SECRET_PREVIOUS },
    now,
  });
  return { ...parts, links, maxRows: config.QUERY_MAX_ROWS };
}
