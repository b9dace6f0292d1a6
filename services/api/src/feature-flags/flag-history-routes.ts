import { idParameter } from '@tidemark/contracts';
import type { FeatureFlagRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import { createHistoryRoutes } from '../activity-log/history-routes';
import type { ProjectRoute } from '../auth/routes';

/** The changes of flags with their authors. The history of a flag outlives its key. */
export function createFlagActivityRoutes(
  deps: ActivityPageDeps & { readonly flags: Pick<FeatureFlagRepository, 'findById'> },
): readonly ProjectRoute[] {
  return createHistoryRoutes(deps, {
    scope: 'FeatureFlag',
    names: ['feature_flags_all_activity', 'feature_flags_activity'],
    summaries: ['History of all flags', 'History of a flag'],
    path: '/feature_flags/',
    params: z.object({ id: idParameter() }),
    find: (projectId, { id }) => deps.flags.findById(projectId, id),
  });
}
