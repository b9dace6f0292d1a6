import { projectSchema, tokenResetSchema } from '@tidemark/contracts';
import { inProject } from '../activity-log/author';
import { projectRoute } from '../auth/routes';
import type { ProjectRoute } from '../auth/routes';
import { found } from '../resource';
import { projectBody } from './project-body';
import type { ProjectRouteDeps } from './project-routes';

/**
 * A new public token for a project. SDKs in the field still send the old one: it is taken for a time of grace, and
 * edges reject it once that is over.
 */
export function createTokenRoutes(
  deps: ProjectRouteDeps & {
    /** The grace period for requests that specify none. */
    readonly graceSeconds: number;
  },
): readonly ProjectRoute[] {
  const { projects, announceChange } = deps;
  return [
    projectRoute({
      name: 'projects_reset_token_partial_update',
      summary: 'Create a new project token; the previous one is accepted for a grace period',
      method: 'PATCH',
      path: '/reset_token/',
      access: { scope: 'project:write' },
      body: tokenResetSchema,
      response: projectSchema,
      async handle({ caller, body }) {
        const graceSeconds = body.grace_seconds ?? deps.graceSeconds;
        const project = found(await projects.rotateToken(inProject(caller), graceSeconds));
        await announceChange(project.id, 'project');
        const ingested = await projects.ingestedAmong([project.id]);
        return projectBody(project, ingested.has(project.id));
      },
    }),
  ];
}
