import { actionSchema, actionWriteSchema } from '@tidemark/contracts';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { checkedFields, toActionFields, pinnedNow } from './action-fields';
import type { ActionRouteDeps } from './deps';
import { actionParams, DETAIL, savedAction, shownAction, WRITE } from './deps';
import type { SlackDestinationDeps } from './slack-destination';
import { createSlackDestination } from './slack-destination';
import { migratedFields } from './migrate-action';
import { found } from '../resource';

/** `migrate`: takes the fields of an update, all of them optional, and brings the action up to date. */
export function createActionMigrateRoutes({
  actions,
  users,
  now,
  ...destinationDeps
}: Pick<ActionRouteDeps, 'actions' | 'users' | 'now'> &
  SlackDestinationDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'actions_migrate_create',
      summary: 'Update an action',
      method: 'POST',
      path: `${DETAIL}migrate/`,
      access: WRITE,
      csv: true,
      params: actionParams,
      body: actionWriteSchema,
      response: actionSchema,
      async handle({ caller, params: { id }, body }) {
        const { project, user } = caller;
        const current = found(await actions.findById(project.id, id));
        const fields = pinnedNow(checkedFields(toActionFields(body), now()), now());
        if (current.postToSlack && !current.deleted) {
          await createSlackDestination(destinationDeps, caller, { ...current, ...fields });
        }
        const migrated = migratedFields({ steps: fields.steps ?? current.steps });
        const result = await actions.update(project.id, user.id, id, { ...fields, ...migrated });
        return shownAction(users, savedAction(result));
      },
    }),
  ];
}
