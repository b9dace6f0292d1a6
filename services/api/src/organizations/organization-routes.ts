import type { Identity } from '@tidemark/access';
import {
  organizationBodySchema,
  organizationUpdateSchema,
  pageOf,
  projectCreateSchema,
  projectDetailSchema,
  projectSchema,
  projectUpdateSchema,
} from '@tidemark/contracts';
import { requireProject } from '@tidemark/access';
import { notFound, validationError } from '@tidemark/platform';
import type { SecondFactorRepository, UserRepository } from '@tidemark/postgres';
import { z } from 'zod';
import { inOrganization, inProject } from '../activity-log/author';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { projectBody } from '../projects/project-body';
import type { ProjectRouteDeps } from '../projects/project-routes';
import {
  createProject,
  listProjects,
  projectDetail,
  updateProject,
} from '../projects/project-routes';
import { wireTime } from '../wire-time';
import { pageQuery } from '../query-parameters';
import { found } from '../resource';
import { ownOrganization } from './own-organization';

const PATH = '/api/organizations/';
const ONE = `${PATH}:organization_id/`;
const READ = { scope: 'organization:read' } as const;
const params = z.object({ organization_id: z.string() });
const projectParams = params.extend({
  id: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});
const EVERYTHING = { limit: null, offset: 0 };

interface OrganizationRouteDeps extends ProjectRouteDeps {
  readonly users: UserRepository;
  readonly secondFactors: Pick<SecondFactorRepository, 'amongUsers'>;
  /** Clears caches after the permissions of sessions were changed. */
  readonly forget: () => void;
}

/** The organization of the key's owner: there is one per user here (`docs/wire/api.md#organization`). */
export function createOrganizationRoutes(deps: OrganizationRouteDeps): readonly AccountRoute[] {
  const { projects, users } = deps;

  const shown = async (organizationId: string, level: number) => {
    const organization = found(await users.findOrganization(organizationId));
    const { rows } = await projects.list(organizationId, EVERYTHING);
    const ingested = await projects.ingestedAmong(rows.map(({ id }) => id));
    const bodies = rows.map((row) => projectBody(row, ingested.has(row.id)));
    const { createdAt, id, name, slug } = organization;
    return {
      id,
      name,
      slug,
      logo_media_id: null,
      created_at: wireTime(createdAt),
      updated_at: wireTime(createdAt),
      membership_level: level,
      members_can_use_personal_api_keys: true as const,
      enforce_2fa: organization.requiresSecondFactor,
      usage_limits: organization.usageLimits,
      teams: bodies,
      projects: bodies,
    };
  };

  /** @throws ApiError 404 for one of another organization, 403 for one that the key is not for */
  const ownProject = async (caller: Identity, organization: string, id: number) => {
    const project = await projects.findById(id);
    if (project?.organizationId !== ownOrganization(caller, organization)) throw notFound();
    requireProject(caller, project);
    return project;
  };

  return [
    accountRoute({
      name: 'organizations_list',
      summary: 'List your organizations',
      method: 'GET',
      path: PATH,
      access: READ,
      query: pageQuery,
      response: pageOf(organizationBodySchema),
      async handle({ caller, url }) {
        const request = defaultPage(url);
        const own = [await shown(caller.user.organizationId, caller.user.organizationLevel)];
        const page = {
          count: own.length,
          rows: own.slice(request.offset, request.offset + request.limit),
        };
        return pageBody(url, request, page, (row) => row);
      },
    }),
    accountRoute({
      name: 'organizations_retrieve',
      summary: 'Read an organization',
      method: 'GET',
      path: ONE,
      access: READ,
      params,
      response: organizationBodySchema,
      handle: ({ caller, params: { organization_id: id } }) =>
        shown(ownOrganization(caller, id), caller.user.organizationLevel),
    }),
    accountRoute({
      name: 'organizations_partial_update',
      summary: 'Change settings of an organization',
      method: 'PATCH',
      path: ONE,
      access: { scope: 'organization:write' },
      rejections: [403],
      params,
      body: organizationUpdateSchema,
      response: organizationBodySchema,
      async handle({ caller, params: { organization_id: id }, body }) {
        const organizationId = ownOrganization(caller, id);
        const { name, enforce_2fa: enforce, usage_limits: limits } = body;
        if (name !== undefined) await users.setOrganizationName(inOrganization(caller), name);
        if (enforce !== undefined) await changeEnforcement(deps, caller, enforce);
        if (limits !== undefined) await users.setUsageLimits(inOrganization(caller), limits);
        return shown(organizationId, caller.user.organizationLevel);
      },
    }),
    accountRoute({
      name: 'organizations_projects_list',
      summary: 'List projects of an organization',
      method: 'GET',
      path: `${ONE}projects/`,
      access: { scope: 'project:read' },
      params,
      query: pageQuery,
      response: pageOf(projectSchema),
      handle: ({ caller, params: { organization_id: id }, url }) =>
        listProjects(deps, ownOrganization(caller, id), url),
    }),
    accountRoute({
      name: 'organizations_projects_create',
      summary: 'Create a project in an organization',
      method: 'POST',
      path: `${ONE}projects/`,
      access: { scope: 'project:write' },
      status: 201,
      params,
      body: projectCreateSchema,
      response: projectDetailSchema,
      handle({ caller, params: { organization_id: id }, body }) {
        ownOrganization(caller, id);
        return createProject(deps, caller, body);
      },
    }),
    accountRoute({
      name: 'organizations_projects_retrieve',
      summary: 'Read a project of an organization',
      method: 'GET',
      path: `${ONE}projects/:id/`,
      access: { scope: 'project:read' },
      params: projectParams,
      response: projectDetailSchema,
      async handle({ caller, params: { organization_id: organization, id } }) {
        return projectDetail(deps, await ownProject(caller, organization, id));
      },
    }),
    accountRoute({
      name: 'organizations_projects_partial_update',
      summary: 'Change fields of a project of an organization',
      method: 'PATCH',
      path: `${ONE}projects/:id/`,
      access: { scope: 'project:write' },
      params: projectParams,
      body: projectUpdateSchema,
      response: projectDetailSchema,
      async handle({ caller, params: { organization_id: organization, id }, body }) {
        const project = await ownProject(caller, organization, id);
        return updateProject(deps, inProject({ project, user: caller.user }), body);
      },
    }),
  ];
}

/** A user who requires a second factor must have one, so that they keep access. @throws ApiError 400 */
async function changeEnforcement(
  { users, secondFactors, forget }: OrganizationRouteDeps,
  caller: Identity,
  enforce: boolean,
): Promise<void> {
  const { id } = caller.user;
  if (enforce && !(await secondFactors.amongUsers([id])).has(id)) {
    throw validationError(
      'no_second_factor',
      'Add a second factor to your own account first.',
      'enforce_2fa',
    );
  }
  await users.setRequiresSecondFactor(inOrganization(caller), enforce);
  forget();
}
