import { randomUUID } from 'node:crypto';
import { pageOf, restHookSchema, restHookWriteSchema } from '@tidemark/contracts';
import type { DestinationFields } from '@tidemark/postgres';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { found } from '../resource';
import { destroyRoute } from '../resource-routes';
import { checkFilters } from './check-filters';
import type { DestinationRouteDeps } from './deps';
import { destinationParams } from './deps';
import { destinationFields, invalid } from './destination-fields';
import { HOOK_EVENT, hookBody, hookDestination } from './rest-hook';

const LIST = '/hooks/';
const ALL = { types: ['destination'], page: { limit: null, offset: 0 } } as const;

/** Subscriptions of clients of REST hooks, such as Zapier; each is a destination (`docs/wire/destinations.md#rest-hooks`). */
export function createRestHookRoutes(deps: DestinationRouteDeps): readonly ProjectRoute[] {
  const { destinations, actions, secrets } = deps;
  return [
    projectRoute({
      name: 'hooks_list',
      summary: 'List REST hooks',
      method: 'GET',
      path: LIST,
      access: { scope: 'webhook:read' },
      query: pageQuery,
      response: pageOf(restHookSchema),
      async handle({ caller: { project }, url }) {
        const page = defaultPage(url);
        const { rows } = await destinations.list(project.id, ALL);
        const hooks = rows.map(hookBody).filter((hook) => hook !== null);
        const shown = hooks.slice(page.offset, page.offset + page.limit);
        return pageBody(url, page, { count: hooks.length, rows: shown }, (hook) => hook);
      },
    }),
    projectRoute({
      name: 'hooks_create',
      summary: 'Create a REST hook: a destination that receives the events of an action',
      method: 'POST',
      path: LIST,
      access: { scope: 'webhook:write' },
      status: 201,
      body: restHookWriteSchema,
      response: restHookSchema,
      async handle({ caller, body: { target, event, resource_id: actionId } }) {
        checkHook(target, event);
        const action = await actions.findById(caller.project.id, actionId);
        if (action === null || action.deleted) {
          throw invalid('resource_id', `The project has no action ${actionId}.`);
        }
        const write = hookDestination(target, actionId);
        await checkFilters(deps, caller.project.id, 'destination', write.filters ?? {});
        const id = randomUUID();
        const fields = destinationFields(write, id, null, secrets) as DestinationFields;
        return found(hookBody(found(await destinations.create(inProject(caller), id, fields))));
      },
    }),
    destroyRoute('hooks', {
      summary: 'Delete a REST hook and its destination',
      path: `${LIST}:id/`,
      access: { scope: 'webhook:write' },
      params: destinationParams,
      async remove(caller, { id }) {
        const destination = await destinations.find(caller.project.id, id);
        if (destination === null || hookBody(destination) === null) return false;
        const gone = { deleted: true, enabled: false };
        const options = { withDeleted: false };
        return (await destinations.update(inProject(caller), id, gone, options)) !== null;
      },
    }),
  ];
}

/** @throws ApiError 400 */
function checkHook(target: string, event: string): void {
  if (event !== HOOK_EVENT) throw invalid('event', `Unexpected event ${event.slice(0, 100)}`);
  const isHttp = URL.canParse(target) && /^https?:$/.test(new URL(target).protocol);
  // Braces would be read as templates.
  if (!isHttp || /[{}]/.test(target)) {
    throw invalid('target', 'Enter a URL that begins with https:// or http://, without braces.');
  }
}
