import type { CohortWrite } from '@tidemark/contracts';
import type { Cohort } from '@tidemark/postgres';
import { checkKind, needsSnapshot, toCohortFields } from './cohort-fields';
import type { CohortRouteDeps } from './deps';
import { namedMembers } from './create-cohort';
import { checkReferences, refuseDeletionInUse } from './references';
import { found } from '../resource';

/**
 * Changes a cohort; a file adds members to a static one. One that becomes static has the members that its
 * body names, or else those it has by its filters.
 *
 * @throws ApiError 400, 404
 */
export async function updateCohort(
  deps: CohortRouteDeps,
  projectId: number,
  userId: number,
  id: number,
  body: CohortWrite,
): Promise<Cohort> {
  const { cohorts, members } = deps;
  const current = found(await cohorts.findById(projectId, id));
  const named = toCohortFields(body);
  checkKind(current, body, named);
  const isStatic = body.is_static ?? current.isStatic;
  const changesKind = isStatic !== current.isStatic;
  const fields = { ...named, ...(changesKind && { isStatic }) };
  const becomesDeleted = fields.deleted === true && !current.deleted;
  if (becomesDeleted || (fields.filters ?? null) !== null) {
    const live = await cohorts.listLive(projectId);
    if (becomesDeleted) refuseDeletionInUse(id, await deps.flags.listLive(projectId), live);
    if (fields.filters) checkReferences(id, fields.filters, live);
  }
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
