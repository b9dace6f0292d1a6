import { queryKinds } from '@tidemark/contracts';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { serverRoute } from '../auth/routes';
import { schemaViolation } from './schema-violation';

const READ = { scope: 'query:read', queryRate: 'look' } as const;
const upgradeSchema = z.object({ query: z.looseObject({ kind: z.enum(queryKinds) }) });

/**
 * Sub-routes that run no query (`docs/wire/query-runs.md#sub-routes`), open to keys like every query route. They come
 * before the route of a kind, whose parameter would match their paths.
 */
export function createQueryUpgradeRoutes(): readonly ProjectRoute[] {
  return [
    serverRoute({
      name: 'query_upgrade',
      summary: 'Upgrade a query to the current version of its schema',
      method: 'POST',
      path: '/query/upgrade/',
      access: READ,
      body: upgradeSchema,
      invalidBody: (error) => schemaViolation(error),
      response: upgradeSchema,
      // Every version of a node is accepted, so the upgraded query is the unchanged query of the request.
      handle: ({ body }) => Promise.resolve({ query: body.query }),
    }),
    serverRoute({
      name: 'query_check_auth_for_async',
      summary: 'Check whether the key may start background queries',
      method: 'POST',
      path: '/query/check_auth_for_async/',
      access: READ,
      response: z.object({ user: z.literal('ok') }),
      handle: () => Promise.resolve({ user: 'ok' as const }),
    }),
  ];
}
