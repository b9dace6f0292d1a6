import type { CohortWrite } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { Cohort } from '@tidemark/postgres';
import { refuseChangeOfKind, toCohortFields } from './cohort-fields';
import type { CohortRouteDeps } from './deps';
import { readMemberFile } from './member-file';
import { checkReferences, refuseDeletionInUse } from './references';

/**
 * Changes a cohort; a file adds members to a static one.
 *
 * @throws ApiError 400, 404
 */
export async function updateCohort(
  deps: CohortRouteDeps,
  projectId: number,
  id: number,
  body: CohortWrite,
): Promise<Cohort> {
  const { cohorts, members } = deps;
  const current = await cohorts.findById(projectId, id);
  if (current === null) throw notFound();
  const fields = toCohortFields(body);
  refuseChangeOfKind(current, body, fields);
  const becomesDeleted = fields.deleted === true && !current.deleted;
  if (becomesDeleted || (fields.filters ?? null) !== null) {
    const live = await cohorts.listLive(projectId);
    if (becomesDeleted) refuseDeletionInUse(id, await deps.flags.listLive(projectId), live);
    if (fields.filters) checkReferences(id, fields.filters, live);
  }
  const added = current.isStatic && body.csv !== undefined ? readMemberFile(body.csv) : null;
  const saved = await cohorts.update(projectId, id, fields);
  if (saved === null) throw notFound();
  if (added !== null) await members.add(projectId, id, added);
  await deps.changed(projectId, id, { calculate: !saved.deleted });
  return (await cohorts.findById(projectId, id)) ?? saved;
}
