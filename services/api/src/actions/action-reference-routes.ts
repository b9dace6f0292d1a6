import { actionReferenceSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';
import { cohortsByAction } from './action-references';
import type { ActionRouteDeps } from './deps';
import { actionParams, DETAIL, READ } from './deps';

const MAX_REFERENCES = 50;

/** What depends on an action (`wire/actions.md` §1.8). */
export function createActionReferenceRoutes({
  actions,
  cohorts,
  users,
}: Pick<ActionRouteDeps, 'actions' | 'cohorts' | 'users'>): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'actions_references_list',
      summary: 'What depends on an action',
      method: 'GET',
      path: `${DETAIL}references/`,
      access: READ,
      params: actionParams,
      response: z.array(actionReferenceSchema),
      async handle({ caller: { project }, params: { id } }) {
        if ((await actions.findById(project.id, id)) === null) throw notFound();
        const found = (await cohortsByAction(cohorts, project.id)).get(id) ?? [];
        const shown = found.slice(0, MAX_REFERENCES);
        const creators = await users.findMany(
          shown.map(({ createdById }) => createdById).filter((creator) => creator !== null),
        );
        return shown.map((cohort) => {
          const creator = creators.get(cohort.createdById ?? 0);
          return {
            type: 'cohort' as const,
            id: String(cohort.id),
            name: cohort.name ?? '',
            url: `/cohorts/${cohort.id}`,
            created_at: wireTime(cohort.createdAt),
            created_by: creator === undefined ? null : userBasicBody(creator),
          };
        });
      },
    }),
  ];
}
