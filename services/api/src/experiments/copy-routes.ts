import { requireProject, requireProjectId } from '@tidemark/access';
import {
  experimentCopySchema,
  experimentDuplicateSchema,
  experimentSchema,
  idParameter,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { Experiment } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import { copyExperiment } from './copy-experiment';
import type { ExperimentDeps } from './deps';
import { createShown } from './shown';

const access = { scope: 'experiment:write' } as const;
const params = z.object({ id: idParameter() });

/** Drafts made of other experiments (`docs/wire/experiments.md#experiment-actions`). */
export function createExperimentCopyRoutes(deps: ExperimentDeps): readonly ProjectRoute[] {
  const shown = createShown(deps);
  const sourceOf = async (projectId: number, id: number): Promise<Experiment> => {
    const source = found(await deps.experiments.findById(projectId, id));
    if (source.deleted) throw notFound();
    return source;
  };

  return [
    projectRoute({
      name: 'experiments_duplicate_create',
      summary: 'Copy an experiment as a draft',
      method: 'POST',
      path: '/experiments/:id/duplicate/',
      access,
      params,
      status: 201,
      body: experimentDuplicateSchema,
      response: experimentSchema,
      async handle({ caller, params: { id }, body }) {
        const source = await sourceOf(caller.project.id, id);
        return shown(await copyExperiment(deps, source, inProject(caller), body));
      },
    }),
    projectRoute({
      name: 'experiments_copy_to_project_create',
      summary: 'Copy an experiment to another project, as a draft',
      method: 'POST',
      path: '/experiments/:id/copy_to_project/',
      access,
      params,
      status: 201,
      body: experimentCopySchema,
      response: experimentSchema,
      async handle({ caller, params: { id }, body }) {
        const source = await sourceOf(caller.project.id, id);
        requireProjectId(caller, body.target_team_id);
        const target = await deps.projects.findById(body.target_team_id);
        // The response is the same for another tenant's project and for a project that does not exist.
        if (target?.organizationId !== caller.project.organizationId) {
          throw notFound('Target team not found.');
        }
        requireProject(caller, target);
        const by = { projectId: target.id, userId: caller.user.id };
        return shown(await copyExperiment(deps, source, by, body));
      },
    }),
  ];
}
