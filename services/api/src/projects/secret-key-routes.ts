import { projectSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { projectBody } from './project-body';
import type { ProjectRouteDeps } from './project-routes';

const access = { scope: 'project:write' } as const;

/** The secret key with which a project's servers read its flags (`docs/wire/api.md#secret-key`). */
export function createSecretKeyRoutes({
  projects,
}: Pick<ProjectRouteDeps, 'projects'>): readonly ProjectRoute[] {
  const shown = async (project: Project) =>
    projectBody(project, (await projects.ingestedAmong([project.id])).has(project.id));

  return [
    projectRoute({
      name: 'projects_rotate_secret_token',
      summary: 'Create a new secret key for flag definitions',
      method: 'PATCH',
      path: '/rotate_secret_token/',
      access,
      response: projectSchema,
      async handle({ caller }) {
        const rotated = await projects.rotateSecretKey(inProject(caller));
        if (rotated === null) throw notFound('Project not found.');
        return { ...(await shown(rotated.project)), secret_api_token: rotated.value };
      },
    }),
    projectRoute({
      name: 'projects_delete_secret_token_backup',
      summary: 'Delete the previous secret key',
      method: 'PATCH',
      path: '/delete_secret_token_backup/',
      access,
      response: projectSchema,
      async handle({ caller }) {
        const project = await projects.deleteSecretKeyBackup(inProject(caller));
        if (project === null) throw notFound('Project not found.');
        return shown(project);
      },
    }),
  ];
}
