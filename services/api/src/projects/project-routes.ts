import type { Identity } from '@tidemark/access';
import {
  pageOf,
  projectCreateSchema,
  projectDetailSchema,
  projectSchema,
  projectUpdateSchema,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type {
  GroupTypeRepository,
  ProjectAuthor,
  Project,
  ProjectRepository,
} from '@tidemark/postgres';
import type { z } from 'zod';
import { inOrganization, inProject } from '../activity-log/author';
import type { AccountRoute, ProjectRoute } from '../auth/routes';
import { accountRoute, projectRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';
import { defaultPage, pageBody } from '../page-query';
import { groupTypeBody } from '../groups/group-type-routes';
import { projectBody } from './project-body';
import { toProjectSettings } from './project-settings';
import type { RescheduleDeps } from './reschedule';
import { reschedule } from './reschedule';
import { pageQuery } from '../query-parameters';

export interface ProjectRouteDeps extends RescheduleDeps {
  readonly projects: ProjectRepository;
  readonly groupTypes: Pick<GroupTypeRepository, 'list'>;
  readonly announceChange: AnnounceChange;
}

/** The response to requests for one project. */
export async function projectDetail(
  { projects, groupTypes }: Pick<ProjectRouteDeps, 'projects' | 'groupTypes'>,
  project: Project,
) {
  const hasEvents = (await projects.ingestedAmong([project.id])).has(project.id);
  const types = await groupTypes.list(project.id);
  return { ...projectBody(project, hasEvents), group_types: types.map(groupTypeBody) };
}

/** One page of an organization's projects. */
export async function listProjects(
  { projects }: Pick<ProjectRouteDeps, 'projects'>,
  organizationId: string,
  url: URL,
) {
  const request = defaultPage(url);
  const page = await projects.list(organizationId, request);
  const ingested = await projects.ingestedAmong(page.rows.map(({ id }) => id));
  return pageBody(url, request, page, (row) => projectBody(row, ingested.has(row.id)));
}

/** Creates a project in the caller's organization and announces it to every service. */
export async function createProject(
  { projects, announceChange }: Pick<ProjectRouteDeps, 'projects' | 'announceChange'>,
  { user }: Identity,
  body: z.output<typeof projectCreateSchema>,
) {
  const settings = { ...toProjectSettings(body), name: body.name };
  const project = await projects.create(inOrganization({ user }), settings);
  await announceChange(project.id, 'project');
  return { ...projectBody(project, false), group_types: [] };
}

/** Changes a project and announces the change to every service. @throws ApiError 404 */
export async function updateProject(
  deps: ProjectRouteDeps,
  by: ProjectAuthor,
  body: z.output<typeof projectUpdateSchema>,
) {
  const settings = toProjectSettings(body);
  const project = await deps.projects.update(by, settings);
  if (project === null) throw notFound('Project not found.');
  // Also for the same time zone: the request may repeat one that failed here.
  if (settings.timezone !== undefined) await reschedule(deps, project);
  await deps.announceChange(project.id, 'project');
  return projectDetail(deps, project);
}

/** The collection: projects of the key owner's organization. */
export function createProjectCollectionRoutes(deps: ProjectRouteDeps): readonly AccountRoute[] {
  const path = ['/api/projects/', '/api/environments/'];
  return [
    accountRoute({
      name: 'projects_list',
      summary: 'List projects',
      method: 'GET',
      path,
      access: { scope: 'project:read' },
      query: pageQuery,
      response: pageOf(projectSchema),
      handle: ({ caller, url }) => listProjects(deps, caller.user.organizationId, url),
    }),
    accountRoute({
      name: 'projects_create',
      summary: 'Create a project',
      method: 'POST',
      path,
      access: { scope: 'project:write' },
      status: 201,
      body: projectCreateSchema,
      response: projectDetailSchema,
      handle: ({ caller, body }) => createProject(deps, caller, body),
    }),
  ];
}

/** One project. */
export function createProjectRoutes(deps: ProjectRouteDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'projects_retrieve',
      summary: 'Read a project',
      method: 'GET',
      path: '/',
      access: { scope: 'project:read' },
      response: projectDetailSchema,
      handle: ({ caller }) => projectDetail(deps, caller.project),
    }),
    projectRoute({
      name: 'projects_partial_update',
      summary: 'Change fields of a project',
      method: 'PATCH',
      path: '/',
      access: { scope: 'project:write' },
      body: projectUpdateSchema,
      response: projectDetailSchema,
      handle: ({ caller, body }) => updateProject(deps, inProject(caller), body),
    }),
  ];
}
