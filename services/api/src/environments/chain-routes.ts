import type { Identity } from '@tidemark/access';
import { requireProject } from '@tidemark/access';
import {
  environmentChainCreateSchema,
  environmentChainSchema,
  environmentChainUpdateSchema,
  environmentComparisonSchema,
  pageOf,
} from '@tidemark/contracts';
import { notFound, permissionDenied, validationError } from '@tidemark/platform';
import type {
  EnvironmentChain,
  EnvironmentChainRepository,
  Project,
  ProjectRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inOrganization } from '../activity-log/author';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import type { PayloadSecrets } from '../feature-flags/payload-secrets';
import { ownOrganization } from '../organizations/own-organization';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { found } from '../resource';
import { isUuid } from '../uuid';
import { wireTime } from '../wire-time';
import { compareEnvironments } from './compare-environments';
import type { ProjectReaders } from './project-names';
import { readContents } from './project-names';

const LIST = '/api/organizations/:organization_id/environments/';
const DETAIL = `${LIST}:id/`;
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'project:write' } as const;
/** Only administrators choose the production project. */
const MIN_LEVEL = 8;
const listParams = z.object({ organization_id: z.string() });
const params = listParams.extend({ id: z.string().refine(isUuid) });

export interface ChainRouteDeps extends ProjectReaders {
  readonly environmentChains: EnvironmentChainRepository;
  readonly projects: ProjectRepository;
  readonly secrets: PayloadSecrets;
}

/** Projects as environments of one product (`docs/wire/flags-management.md#environments`). Ours. */
export function createChainRoutes(deps: ChainRouteDeps): readonly AccountRoute[] {
  const { environmentChains: chains } = deps;
  const chainOf = async (caller: Identity, { organization_id: of, id }: z.output<typeof params>) =>
    found(await chains.findById(ownOrganization(caller, of), id));

  return [
    accountRoute({
      name: 'organizations_environments_list',
      summary: 'List the chains of environments of an organization',
      method: 'GET',
      path: LIST,
      access: READ,
      params: listParams,
      query: pageQuery,
      response: pageOf(environmentChainSchema),
      async handle({ caller, params: { organization_id: id }, url }) {
        const request = defaultPage(url);
        const all = await chains.list(ownOrganization(caller, id));
        const names = await projectNames(deps, caller);
        const rows = all.slice(request.offset, request.offset + request.limit);
        return pageBody(url, request, { count: all.length, rows }, (row) => chainBody(row, names));
      },
    }),
    accountRoute({
      name: 'organizations_environments_create',
      summary: 'Link projects as environments of one product',
      method: 'POST',
      path: LIST,
      access: WRITE,
      rejections: [403],
      status: 201,
      params: listParams,
      body: environmentChainCreateSchema,
      response: environmentChainSchema,
      async handle({ caller, params: { organization_id: id }, body }) {
        ownOrganization(caller, id);
        requireAdministrator(caller);
        const fields = { name: body.name, environments: body.environments.map(environmentOf) };
        const saved = await chains.create(inOrganization(caller), fields);
        return chainBody(checked(saved), await projectNames(deps, caller));
      },
    }),
    accountRoute({
      name: 'organizations_environments_retrieve',
      summary: 'Read a chain of environments',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: environmentChainSchema,
      handle: async ({ caller, params: given }) =>
        chainBody(await chainOf(caller, given), await projectNames(deps, caller)),
    }),
    accountRoute({
      name: 'organizations_environments_partial_update',
      summary: 'Change a chain of environments',
      method: 'PATCH',
      path: DETAIL,
      access: WRITE,
      rejections: [403],
      params,
      body: environmentChainUpdateSchema,
      response: environmentChainSchema,
      async handle({ caller, params: given, body: { name, environments } }) {
        await chainOf(caller, given);
        requireAdministrator(caller);
        const saved = await chains.update(inOrganization(caller), given.id, {
          ...(name !== undefined && { name }),
          ...(environments !== undefined && { environments: environments.map(environmentOf) }),
        });
        return chainBody(checked(found(saved)), await projectNames(deps, caller));
      },
    }),
    accountRoute({
      name: 'organizations_environments_destroy',
      summary: 'Unlink the projects of a chain of environments',
      method: 'DELETE',
      path: DETAIL,
      access: WRITE,
      rejections: [403],
      params,
      status: 204,
      async handle({ caller, params: given }) {
        await chainOf(caller, given);
        requireAdministrator(caller);
        if (!(await chains.delete(inOrganization(caller), given.id))) throw notFound();
      },
    }),
    comparisonRoute(deps, chainOf),
  ];
}

function comparisonRoute(
  deps: ChainRouteDeps,
  chainOf: (caller: Identity, given: z.output<typeof params>) => Promise<EnvironmentChain>,
): AccountRoute {
  return accountRoute({
    name: 'organizations_environments_flags',
    summary: 'Compare the flags of all environments of a chain',
    method: 'GET',
    path: `${DETAIL}flags/`,
    access: READ,
    rejections: [403],
    params,
    response: environmentComparisonSchema,
    async handle({ caller, params: given }) {
      const chain = await chainOf(caller, given);
      const projects = await ownProjects(deps, caller);
      for (const { projectId } of chain.environments) {
        requireProject(caller, found(projects.get(projectId)));
      }
      const contents = await Promise.all(
        chain.environments.map(({ projectId }) => readContents(deps, projectId)),
      );
      const names = new Map([...projects].map(([id, { name }]) => [id, name]));
      return {
        environments: chainBody(chain, names).environments,
        results: [...compareEnvironments(contents, (flag) => deps.secrets.show(flag))],
      };
    },
  });
}

async function ownProjects(
  { projects }: Pick<ChainRouteDeps, 'projects'>,
  { user }: Identity,
): Promise<ReadonlyMap<number, Project>> {
  const { rows } = await projects.list(user.organizationId, { limit: null, offset: 0 });
  return new Map(rows.map((project) => [project.id, project]));
}

async function projectNames(
  deps: Pick<ChainRouteDeps, 'projects'>,
  caller: Identity,
): Promise<ReadonlyMap<number, string>> {
  const projects = await ownProjects(deps, caller);
  return new Map([...projects].map(([id, { name }]) => [id, name]));
}

function chainBody(chain: EnvironmentChain, names: ReadonlyMap<number, string>) {
  return {
    id: chain.id,
    name: chain.name,
    environments: chain.environments.map(({ projectId, name }) => ({
      project_id: projectId,
      name,
      project_name: names.get(projectId) ?? '',
    })),
    created_at: wireTime(chain.createdAt),
  };
}

function environmentOf({
  project_id: projectId,
  name,
}: {
  readonly project_id: number;
  readonly name: string;
}) {
  return { projectId, name };
}

/** @throws ApiError 403 */
function requireAdministrator({ user }: Identity): void {
  if (user.organizationLevel >= MIN_LEVEL) return;
  throw permissionDenied('Only administrators of the organization can change its environments.');
}

/** @throws ApiError 400 */
function checked(saved: EnvironmentChain | 'taken' | 'missing'): EnvironmentChain {
  switch (saved) {
    case 'taken':
      throw validationError(
        'unique',
        'A project is an environment of another chain already.',
        'environments',
      );
    case 'missing':
      throw validationError(
        'does_not_exist',
        'A project does not belong to the organization.',
        'environments',
      );
    default:
      return saved;
  }
}
