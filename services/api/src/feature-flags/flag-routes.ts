import {
  featureFlagCreateSchema,
  featureFlagSchema,
  featureFlagUpdateSchema,
  idParameter,
  pageOf,
} from '@tidemark/contracts';
import type { FeatureFlagWrite } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  CohortRepository,
  FeatureFlag,
  FeatureFlagListQuery,
  FeatureFlagRepository,
  SaveFeatureFlagResult,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';
import { defaultPage, pageBody } from '../page-query';
import { checkCohorts } from './check-cohorts';
import { flagBody } from './flag-body';
import type { PayloadSecrets } from './payload-secrets';
import { filtersOfNewFlag, filtersOfUpdate, toFlagFields } from './flag-fields';

const LIST = '/feature_flags/';
const DETAIL = '/feature_flags/:id/';
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
const params = z.object({ id: idParameter() });

/** Management of feature flags (`wire/flags.md` §8.1). Every write is announced once committed. */
export function createFeatureFlagRoutes(deps: {
  readonly flags: FeatureFlagRepository;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly users: UserRepository;
  readonly secrets: PayloadSecrets;
  readonly announceChange: AnnounceChange;
}): readonly ProjectRoute[] {
  const { flags, users, secrets, announceChange } = deps;

  const usersOf = (shown: readonly FeatureFlag[]) => {
    const ids = shown.flatMap((flag) => [flag.createdById, flag.lastModifiedById]);
    return users.findMany([...new Set(ids.filter((id) => id !== null))]);
  };
  const shown = async (flag: FeatureFlag) => flagBody(secrets.show(flag), await usersOf([flag]));

  const saved = async (result: SaveFeatureFlagResult) => {
    const flag = savedFlag(result);
    await announceChange(flag.projectId, 'feature_flags');
    return shown(flag);
  };

  const update = (name: string, method: 'PATCH' | 'PUT') =>
    projectRoute({
      name,
      method,
      path: DETAIL,
      access: WRITE,
      params,
      body: featureFlagUpdateSchema,
      response: featureFlagSchema,
      async handle({ caller: { project, user }, params: { id }, body }) {
        secrets.requireKey(body);
        const current = await flags.findById(project.id, id);
        if (current === null) throw notFound();
        const filters = storedFilters(secrets, body, current);
        await checkCohorts(deps.cohorts, project.id, filters);
        const fields = { ...toFlagFields(body), ...(filters !== undefined && { filters }) };
        return saved(await flags.update(project.id, user.id, id, fields));
      },
    });

  return [
    projectRoute({
      name: 'feature_flags_list',
      method: 'GET',
      path: LIST,
      access: READ,
      response: pageOf(featureFlagSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const filters = listFilters(url.searchParams);
        const page = await flags.list(project.id, { ...filters, page: request });
        const people = await usersOf(page.rows);
        return pageBody(url, request, page, (flag) => flagBody(secrets.show(flag), people));
      },
    }),
    projectRoute({
      name: 'feature_flags_create',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: featureFlagCreateSchema,
      response: featureFlagSchema,
      async handle({ caller: { project, user }, body }) {
        secrets.requireKey(body);
        const plain = filtersOfNewFlag(body);
        await checkCohorts(deps.cohorts, project.id, plain);
        const encrypted = body.has_encrypted_payloads === true;
        const filters = encrypted ? secrets.seal(project.id, plain) : plain;
        const fields = { ...toFlagFields(body), key: body.key, filters };
        return saved(await flags.create(project.id, user.id, fields));
      },
    }),
    projectRoute({
      name: 'feature_flags_retrieve',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: featureFlagSchema,
      async handle({ caller: { project }, params: { id } }) {
        const flag = await flags.findById(project.id, id);
        if (flag === null) throw notFound();
        return shown(flag);
      },
    }),
    update('feature_flags_partial_update', 'PATCH'),
    update('feature_flags_update', 'PUT'),
    projectRoute({
      name: 'feature_flags_destroy',
      method: 'DELETE',
      path: DETAIL,
      access: WRITE,
      status: 405,
      handle: () => Promise.resolve(undefined),
    }),
  ];
}

function listFilters(parameters: URLSearchParams): Omit<FeatureFlagListQuery, 'page'> {
  const search = parameters.get('search') ?? '';
  const active = parameters.get('active');
  return {
    ...(search !== '' && { search }),
    ...(active === 'true' && { active: true }),
    ...(active === 'false' && { active: false }),
  };
}

/** What an update leaves of the filters, encrypted as the flag then is; undefined = as they were. */
function storedFilters(
  secrets: PayloadSecrets,
  body: FeatureFlagWrite,
  current: FeatureFlag,
): FeatureFlag['filters'] | undefined {
  const encrypted = body.has_encrypted_payloads ?? current.hasEncryptedPayloads;
  const turned = encrypted !== current.hasEncryptedPayloads;
  const replaces = body.filters?.groups !== undefined;
  if (!replaces && !turned && body.rollout_percentage === undefined) return undefined;
  // Payloads that cannot be read any more can still be replaced.
  const plain = replaces ? current : secrets.open(current);
  const changed = filtersOfUpdate(body, plain) ?? (turned ? plain.filters : undefined);
  return changed && encrypted ? secrets.seal(current.projectId, changed) : changed;
}

function savedFlag(result: SaveFeatureFlagResult): FeatureFlag {
  switch (result.outcome) {
    case 'saved':
      return result.flag;
    case 'not_found':
      throw notFound();
    case 'key_taken':
      throw validationError('unique', 'There is already a feature flag with this key.', 'key');
  }
}
