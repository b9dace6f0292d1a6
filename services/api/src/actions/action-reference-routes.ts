import { actionReferenceSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { peopleOf } from '../resource';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';
import { usersOfActions } from './action-references';
import type { ActionRouteDeps } from './deps';
import { actionParams, DETAIL, READ } from './deps';

const MAX_REFERENCES = 50;

/** Routes for the items that depend on an action (`docs/wire/actions.md#reference-list`). */
export function createActionReferenceRoutes(
  deps: Omit<ActionRouteDeps, 'now'>,
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'actions_references_list',
      summary: 'List what uses an action',
      method: 'GET',
      path: `${DETAIL}references/`,
      access: READ,
      params: actionParams,
      response: z.array(actionReferenceSchema),
      async handle({ caller: { project }, params: { id } }) {
        if ((await deps.actions.findById(project.id, id)) === null) throw notFound();
        const shown = ((await usersOfActions(deps, project.id)).get(id) ?? []).slice(
          0,
          MAX_REFERENCES,
        );
        const creators = await peopleOf(deps.users, shown, (one) => [one.createdById]);
        return shown.map(({ createdAt, createdById, ...one }) => {
          const creator = creators.get(createdById ?? 0);
          return {
            ...one,
            created_at: wireTime(createdAt),
            created_by: creator === undefined ? null : userBasicBody(creator),
          };
        });
      },
    }),
  ];
}
