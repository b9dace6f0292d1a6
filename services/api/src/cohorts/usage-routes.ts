import { cohortSchema, cohortUsersSchema, idParameter } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import { z } from 'zod';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import { createHistoryRoutes } from '../activity-log/history-routes';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import { cohortBody } from './cohort-body';
import type { CohortUserDeps } from './cohort-users';
import { usersOfCohort } from './cohort-users';
import type { CohortRouteDeps } from './deps';

const params = z.object({ id: idParameter() });
const MAX_SHOWN = 100;
const UNNAMED = 'Unnamed';

/** Further routes of cohorts. Mounted before the routes of one cohort, whose `:id` would match these paths, too. */
export function createCohortUsageRoutes(
  deps: CohortRouteDeps & CohortUserDeps & ActivityPageDeps,
): readonly ProjectRoute[] {
  const { cohorts, users } = deps;
  return [
    projectRoute({
      name: 'cohorts_duplicate_as_static_cohort_retrieve',
      summary: 'Copy the members of a cohort into a new static one',
      method: 'GET',
      path: '/cohorts/:id/duplicate_as_static_cohort/',
      access: { scope: 'cohort:write' },
      params,
      response: cohortSchema,
      async handle({ caller: { project, user }, params: { id } }) {
        const source = found(await cohorts.findById(project.id, id));
        if (source.isStatic) {
          throw validationError(
            'invalid_input',
            'Cannot duplicate a static cohort as a static cohort.',
          );
        }
        const name = `${source.name ?? 'None'} (static copy)`.slice(0, 400);
        const copy = await cohorts.create(
          project.id,
          user.id,
          { name, isStatic: true, query: { kind: 'Cohort', id } },
          { needsSnapshot: true },
        );
        await deps.changed(project.id, copy.id, { calculate: true });
        return cohortBody(copy, await users.findById(user.id));
      },
    }),
    projectRoute({
      name: 'cohorts_used_in_retrieve',
      summary: 'List flags, insights and cohorts that use a cohort',
      method: 'GET',
      path: '/cohorts/:id/used_in/',
      access: { scope: 'cohort:read' },
      params,
      response: cohortUsersSchema,
      async handle({ caller: { project }, params: { id } }) {
        found(await cohorts.findById(project.id, id));
        const named = await usersOfCohort(deps, project.id, id);
        return {
          feature_flags: block(named.flags, (flag) => ({
            id: flag.id,
            key: flag.key,
            name: flag.name,
          })),
          insights: block(named.insights, (insight) => ({
            id: insight.id,
            short_id: insight.shortId,
            name: insight.name || insight.derivedName || UNNAMED,
          })),
          cohorts: block(named.cohorts, (cohort) => ({
            id: cohort.id,
            name: cohort.name || UNNAMED,
          })),
        };
      },
    }),
    ...createHistoryRoutes(deps, {
      scope: 'Cohort',
      names: ['cohorts_all_activity_retrieve', 'cohorts_activity_retrieve'],
      summaries: ['History of all cohorts', 'History of a cohort'],
      path: '/cohorts/',
      params,
      find: (projectId, { id }) => cohorts.findById(projectId, id),
    }),
  ];
}

function block<Row, Shown>(rows: readonly Row[], show: (row: Row) => Shown) {
  const results = rows.slice(0, MAX_SHOWN).map(show);
  return { results, total: rows.length, has_more: rows.length > results.length };
}
