import {
  earlyAccessCreateSchema,
  earlyAccessFeatureSchema,
  earlyAccessUpdateSchema,
  pageOf,
} from '@tidemark/contracts';
import type { EarlyAccessFeature } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../uuid';
import { defaultPage, pageBody } from '../page-query';
import { featureBody } from './feature-body';
import type { EarlyAccessDeps } from './feature-flags';
import { createFeature, followStage } from './feature-flags';
import { pageQuery } from '../query-parameters';
import { updateRoutes } from '../resource-routes';
import { found } from '../resource';
import { FEATURE_FIELDS } from '@tidemark/postgres';

const LIST = '/early_access_feature/';
const DETAIL = '/early_access_feature/:id/';
const READ = { scope: 'early_access_feature:read' } as const;
const WRITE = { scope: 'early_access_feature:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });

/** Management of early access features (`docs/wire/flags-management.md#feature-management`). */
export function createEarlyAccessRoutes(deps: EarlyAccessDeps): readonly ProjectRoute[] {
  const { features, flags } = deps;

  const flagOf = ({ projectId, featureFlagId }: EarlyAccessFeature) =>
    featureFlagId === null ? null : flags.findById(projectId, featureFlagId);
  const shown = async (feature: EarlyAccessFeature) => featureBody(feature, await flagOf(feature));
  const find = async (projectId: number, id: string): Promise<EarlyAccessFeature> => {
    return found(await features.findById(projectId, id));
  };

  const updates = updateRoutes('early_access_feature', {
    summary: 'Change fields of an early-access feature',
    path: DETAIL,
    access: WRITE,
    params,
    body: earlyAccessUpdateSchema,
    response: earlyAccessFeatureSchema,
    async handle({ caller: { project, user }, params: { id }, body }) {
      const before = await find(project.id, id);
      const flag = await flagOf(before);
      // First, as the flag may need an approval: the feature then stays as it was.
      const stage = body.stage ?? before.stage;
      const following = flag && (await followStage(deps, user.id, flag, stage));
      const feature = found(
        await features.update(project.id, user.id, id, FEATURE_FIELDS.fromWire(body)),
      );
      await deps.announceChange(project.id, 'feature_flags');
      return featureBody(feature, following);
    },
  });

  return [
    projectRoute({
      name: 'early_access_feature_list',
      summary: 'List early-access features',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: pageOf(earlyAccessFeatureSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await features.list(project.id, request);
        const bodies = await Promise.all(page.rows.map(shown));
        return pageBody(url, request, { count: page.count, rows: bodies }, (body) => body);
      },
    }),
    projectRoute({
      name: 'early_access_feature_create',
      summary: 'Create an early-access feature',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: earlyAccessCreateSchema,
      response: earlyAccessFeatureSchema,
      async handle({ caller: { project, user }, body }) {
        const { feature, flag } = await createFeature(deps, project.id, user.id, body);
        return featureBody(feature, await followStage(deps, user.id, flag, feature.stage));
      },
    }),
    projectRoute({
      name: 'early_access_feature_retrieve',
      summary: 'Read an early-access feature',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: earlyAccessFeatureSchema,
      handle: async ({ caller: { project }, params: { id } }) => shown(await find(project.id, id)),
    }),
    ...updates,
    projectRoute({
      name: 'early_access_feature_destroy',
      summary: 'Delete an early-access feature',
      method: 'DELETE',
      path: DETAIL,
      access: WRITE,
      params,
      status: 204,
      async handle({ caller: { project, user }, params: { id } }) {
        const feature = await find(project.id, id);
        const flag = await flagOf(feature);
        if (flag !== null) await followStage(deps, user.id, flag, null);
        await features.delete(project.id, user.id, id);
        await deps.announceChange(project.id, 'feature_flags');
      },
    }),
  ];
}
