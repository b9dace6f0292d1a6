import { activityPageSchema, activityQuerySchema } from '@tidemark/contracts';
import type { ActivityScope } from '@tidemark/postgres';
import type { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import type { ActivityPageDeps } from './activity-page';
import { activityPage } from './activity-page';

const access = { scope: 'activity_log:read' } as const;

/** The history of all items of a kind, and of one of them (`docs/wire/api.md#activity-page`). */
export function createHistoryRoutes<Params extends z.ZodType>(
  deps: ActivityPageDeps,
  kind: {
    readonly scope: ActivityScope;
    /** The operation ids of the history of all items and of the history of one item. */
    readonly names: readonly [all: string, one: string];
    /** The summaries of the two routes in the API description. */
    readonly summaries: readonly [all: string, one: string];
    /** The path of the list, with a trailing slash. */
    readonly path: string;
    readonly params: Params;
    /** The item; null if the project does not have it. */
    readonly find: (
      projectId: number,
      params: z.output<Params>,
    ) => Promise<{ readonly id: number | string } | null>;
  },
): readonly ProjectRoute[] {
  const { scope, names, summaries, path, params, find } = kind;
  return [
    projectRoute({
      name: names[0],
      summary: summaries[0],
      method: 'GET',
      path: `${path}activity/`,
      access,
      query: activityQuerySchema,
      response: activityPageSchema,
      handle: ({ caller: { project }, query, url }) =>
        activityPage(deps, {
          place: { projectId: project.id },
          filter: { scopes: [scope] },
          ...query,
          url,
        }),
    }),
    projectRoute({
      name: names[1],
      summary: summaries[1],
      method: 'GET',
      path: `${path}:id/activity/`,
      access,
      params,
      query: activityQuerySchema,
      response: activityPageSchema,
      async handle({ caller: { project }, params: asked, query, url }) {
        const itemId = String(found(await find(project.id, asked)).id);
        return activityPage(deps, {
          place: { projectId: project.id },
          filter: { scopes: [scope], itemIds: [itemId] },
          ...query,
          url,
        });
      },
    }),
  ];
}
