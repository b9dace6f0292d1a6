import { flagDashboardResponseSchema, idParameter } from '@tidemark/contracts';
import type {
  DashboardRepository,
  FeatureFlag,
  FeatureFlagRepository,
  UsageDashboards,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import { enrichedTiles, usageDashboard } from './usage-dashboard';

const rejection = (error: string) => ({ success: false, error });
const SUCCESS = { success: true };

/** The dashboard that can be made for a flag (`docs/wire/flags-management.md#flag-dashboard`). */
export function createFlagDashboardRoutes(deps: {
  readonly flags: Pick<FeatureFlagRepository, 'findById'>;
  readonly dashboards: Pick<DashboardRepository, 'find'>;
  readonly usageDashboards: UsageDashboards;
}): readonly ProjectRoute[] {
  const { flags, dashboards, usageDashboards } = deps;
  const common = {
    method: 'POST',
    access: { scope: 'feature_flag:write' },
    params: z.object({ id: idParameter() }),
    response: flagDashboardResponseSchema,
    status: ({ success }: { readonly success: boolean }) => (success ? 200 : 400),
    statuses: [200, 400],
  } as const;

  const live = async (projectId: number, id: number): Promise<FeatureFlag> => {
    const flag = found(await flags.findById(projectId, id));
    return found(flag.deleted ? null : flag);
  };

  return [
    projectRoute({
      ...common,
      name: 'feature_flags_dashboard_create',
      summary: 'Create a dashboard about the usage of a flag',
      path: '/feature_flags/:id/dashboard/',
      async handle({ caller: { project, user }, params: { id } }) {
        const flag = await live(project.id, id);
        const made = await usageDashboards.make(flag, user.id, usageDashboard(flag.key));
        if (flag.hasEnrichedAnalytics) {
          await usageDashboards.enrich(made, user.id, enrichedTiles(flag.key));
        }
        return SUCCESS;
      },
    }),
    projectRoute({
      ...common,
      name: 'feature_flags_enrich_usage_dashboard_create',
      summary: 'Add insights about feature views and interactions to the dashboard of a flag',
      path: '/feature_flags/:id/enrich_usage_dashboard/',
      async handle({ caller: { project, user }, params: { id } }) {
        const flag = await live(project.id, id);
        const { usageDashboardId: usage } = flag;
        if (usage === null || (await dashboards.find(project.id, usage)) === null) {
          return rejection('Usage dashboard not found');
        }
        if (flag.usageDashboardIsEnriched) {
          return rejection('Usage dashboard already has enriched data');
        }
        if (!flag.hasEnrichedAnalytics) {
          return rejection('No enriched analytics available for this feature flag');
        }
        await usageDashboards.enrich(flag, user.id, enrichedTiles(flag.key));
        return SUCCESS;
      },
    }),
  ];
}
