import {
  featureFlagCreateSchema,
  featureFlagCreatedSchema,
  featureFlagSchema,
  featureFlagUpdateSchema,
  idParameter,
  pageOf,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { FeatureFlag, FeatureFlagRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { createFlagBodies } from './flag-bodies';
import { pageParameters, parameter } from '../query-parameters';
import { flagFilterParameters, flagFilterQuery, flagOrder } from './flag-list-query';
import type { SaveFlagDeps } from './save-flag';
import { createFlag, updateFlag } from './save-flag';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';
import { found } from '../resource';

const LIST = '/feature_flags/';
const DETAIL = '/feature_flags/:id/';
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
const params = z.object({ id: idParameter() });
const listQuery = flagFilterParameters.extend({
  ...pageParameters,
  order: parameter('A field. A `-` before it reverses the order.'),
  ordering: parameter('The same as `order`.'),
});

/**
 * Management of feature flags (`docs/wire/flags-management.md#management`). Every write is announced once committed.
 */
export function createFeatureFlagRoutes(
  deps: SaveFlagDeps & {
    readonly flagLists: Pick<FeatureFlagRepository, 'list'>;
    readonly now: () => Date;
  },
): readonly ProjectRoute[] {
  const { flags } = deps;
  const bodies = createFlagBodies(deps);
  const shown = async (flag: FeatureFlag) => (await bodies(flag.projectId, [flag]))(flag);

  const updates = updateRoutes('feature_flags', {
    summary: 'Change fields of a flag',
    rejections: [409],
    path: DETAIL,
    access: WRITE,
    params,
    body: featureFlagUpdateSchema,
    response: featureFlagSchema,
    handle: async ({ caller, params: { id }, body }) =>
      shown(await updateFlag(deps, caller, id, body)),
  });

  /** Changes only the state and ignores the body; does nothing if the state is already set. */
  const turn = (verb: 'enable' | 'disable', active: boolean) =>
    projectRoute({
      name: `feature_flags_${verb}_create`,
      summary: `Turn a flag ${active ? 'on' : 'off'}`,
      method: 'POST',
      path: `${DETAIL}${verb}/`,
      access: WRITE,
      params,
      response: featureFlagSchema,
      async handle({ caller, params: { id } }) {
        const flag = found(await flags.findById(caller.project.id, id));
        if (flag.deleted) throw notFound();
        if (flag.active === active) return shown(flag);
        return shown(await updateFlag(deps, caller, id, { active }));
      },
    });

  const putAway = (verb: 'archive' | 'unarchive', archived: boolean) =>
    projectRoute({
      name: `feature_flags_${verb}_create`,
      summary: archived ? 'Archive a flag, which turns it off' : 'Unarchive a flag',
      method: 'POST',
      path: `${DETAIL}${verb}/`,
      access: WRITE,
      params,
      response: featureFlagSchema,
      async handle({ caller, params: { id } }) {
        const flag = found(await flags.findById(caller.project.id, id));
        if (flag.deleted) throw notFound();
        if (flag.archived === archived) return shown(flag);
        return shown(await updateFlag(deps, caller, id, { archived }));
      },
    });

  return [
    turn('enable', true),
    turn('disable', false),
    putAway('archive', true),
    putAway('unarchive', false),
    projectRoute({
      name: 'feature_flags_list',
      summary: 'List flags',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(featureFlagSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const order = flagOrder(url.searchParams);
        const page = await deps.flagLists.list(project.id, {
          archived: false,
          ...flagFilterQuery(Object.fromEntries(url.searchParams), deps.now()),
          ...(order !== undefined && { order }),
          page: request,
        });
        return pageBody(url, request, page, await bodies(project.id, page.rows));
      },
    }),
    projectRoute({
      name: 'feature_flags_create',
      summary: 'Create a flag',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: featureFlagCreateSchema,
      response: featureFlagCreatedSchema,
      async handle({ caller, body }) {
        const flag = await shown(await createFlag(deps, caller, body));
        const isOnForEverybody = flag.active && body.filters?.groups === undefined;
        return isOnForEverybody && (flag.rollout_percentage ?? 100) > 0
          ? { ...flag, warnings: [unconditionalWarning(flag.rollout_percentage)] }
          : flag;
      },
    }),
    projectRoute({
      name: 'feature_flags_retrieve',
      summary: 'Read a flag',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: featureFlagSchema,
      async handle({ caller: { project }, params: { id } }) {
        const flag = found(await flags.findById(project.id, id));
        return shown(flag);
      },
    }),
    ...updates,
    unsupportedDestroyRoute('feature_flags', {
      summary: 'Not supported: a flag is deleted by a PATCH of `deleted`',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}

/** PostHog turns a flag without conditions on as soon as it is created. */
function unconditionalWarning(rollout: number | null): string {
  const share = rollout === null || rollout === 100 ? 'everybody' : `${rollout}% of all users`;
  return `The flag has no release conditions and is active, so it is on for ${share} now. Send "active": false or "filters" to change that.`;
}
