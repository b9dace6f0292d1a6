import { cohortSchema, idParameter } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  CohortRepository,
  FeatureFlag,
  FeatureFlagRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { wireTime } from '../wire-time';
import { cohortBody } from './cohort-body';
import type { CohortsChanged } from './cohorts-changed';

/** A static cohort of everybody for whom a flag is on (`docs/wire/flags-management.md#flag-cohort`). */
export function createFlagCohortRoutes(deps: {
  readonly flags: Pick<FeatureFlagRepository, 'findById'>;
  readonly cohorts: Pick<CohortRepository, 'create'>;
  readonly users: Pick<UserRepository, 'findById'>;
  readonly changed: CohortsChanged;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'feature_flags_create_static_cohort_for_flag',
      summary: 'Create a cohort of everyone a flag matches',
      method: 'POST',
      path: '/feature_flags/:id/create_static_cohort_for_flag/',
      access: { scope: 'cohort:write' },
      status: 201,
      params: z.object({ id: idParameter() }),
      response: z.object({ cohort: cohortSchema }),
      async handle({ caller: { project, user }, params: { id } }) {
        const flag = await deps.flags.findById(project.id, id);
        if (flag === null || flag.deleted) throw notFound();
        rejectGroupFlag(flag);
        const at = wireTime(deps.now()).slice(0, 19).replace('T', ' ');
        const cohort = await deps.cohorts.create(
          project.id,
          user.id,
          {
            name: `Users with feature flag ${flag.key} enabled at ${at}`.slice(0, 400),
            isStatic: true,
            query: { kind: 'FeatureFlag', key: flag.key },
          },
          { needsSnapshot: true },
        );
        await deps.changed(project.id, cohort.id, { calculate: true });
        return { cohort: cohortBody(cohort, await deps.users.findById(user.id)) };
      },
    }),
  ];
}

/** A cohort holds persons. */
function rejectGroupFlag({ filters }: FeatureFlag): void {
  if (typeof filters['aggregation_group_type_index'] !== 'number') return;
  throw validationError('invalid_input', 'A cohort cannot be made of a flag about groups.');
}
