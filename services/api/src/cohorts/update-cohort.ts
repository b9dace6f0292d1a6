import type { CohortWrite } from '@tidemark/contracts';
import type { Cohort, Project } from '@tidemark/postgres';
import { checkKind, needsSnapshot, toCohortFields } from './cohort-fields';
import { usersOfCohort } from './cohort-users';
import type { CohortRouteDeps } from './deps';
import { namedMembers } from './create-cohort';
import { checkReferences, rejectDeletionInUse } from './references';
import { found } from '../resource';

/**
 * Changes a cohort; a file adds members to a static one. One that becomes static has the members that its
 * body names, or else those it has by its filters.
 *
 * @throws ApiError 400, 404
 */
export async function updateCohort(
  deps: CohortRouteDeps,
  project: Project,
  userId: number,
  id: number,
  body: CohortWrite,
): Promise<Cohort> {
  const { cohorts, members } = deps;
  const projectId = project.id;
  const current = found(await cohorts.findById(projectId, id));
  const named = toCohortFields(body);
  checkKind(current, body, named);
  const isStatic = body.is_static ?? current.isStatic;
  const changesKind = isStatic !== current.isStatic;
  const fields = { ...named, ...(changesKind && { isStatic }) };
  const becomesDeleted = fields.deleted === true && !current.deleted;
  if (becomesDeleted) rejectDeletionInUse(id, await usersOfCohort(deps, projectId, id), project);
  if (fields.filters) checkReferences(id, fields.filters, await cohorts.listLive(projectId));
  const added = isStatic ? namedMembers(body) : null;
  const saved = found(
    await cohorts.update(projectId, userId, id, fields, {
      needsSnapshot: added === null && needsSnapshot({ ...current, ...named }),
    }),
  );
  if (added !== null) await members.add(projectId, id, added);
  await deps.changed(projectId, id, { calculate: !saved.deleted });
  return (await cohorts.findById(projectId, id)) ?? saved;
}
