import { activityPageSchema, activityQuerySchema, idParameter } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { FeatureFlagRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import { activityPage } from '../activity-log/activity-page';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';

const access = { scope: 'activity_log:read' } as const;
const scope = 'FeatureFlag';

/** Who changed which flag, and what (`wire/flags.md` §8.2). A flag's history outlives the flag's key. */
export function createFlagActivityRoutes(
  deps: ActivityPageDeps & { readonly flags: Pick<FeatureFlagRepository, 'findById'> },
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'feature_flags_all_activity',
      summary: 'History of all flags',
      method: 'GET',
      path: '/feature_flags/activity/',
      access,
      query: activityQuerySchema,
      response: activityPageSchema,
      handle: ({ caller: { project }, query, url }) =>
        activityPage(deps, { projectId: project.id, scope, ...query, url }),
    }),
    projectRoute({
      name: 'feature_flags_activity',
      summary: 'History of a flag',
      method: 'GET',
      path: '/feature_flags/:id/activity/',
      access,
      params: z.object({ id: idParameter() }),
      query: activityQuerySchema,
      response: activityPageSchema,
      async handle({ caller: { project }, params: { id }, query, url }) {
        if ((await deps.flags.findById(project.id, id)) === null) throw notFound();
        return activityPage(deps, {
          projectId: project.id,
          scope,
          itemId: String(id),
          ...query,
          url,
        });
      },
    }),
  ];
}
