import type { CohortWrite } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Cohort, MemberIds } from '@tidemark/postgres';
import { needsSnapshot, toCohortFields } from './cohort-fields';
import type { CohortRouteDeps } from './deps';
import { readMemberFile } from './member-file';
import { checkReferences } from './references';
import { isUuid } from '../uuid';

/**
 * A new cohort. A static one has the members its body names; or else those its filters or query find,
 * once.
 *
 * @throws ApiError 400
 */
export async function createCohort(
  deps: CohortRouteDeps,
  projectId: number,
  userId: number,
  body: CohortWrite,
): Promise<Cohort> {
  const isStatic = body.is_static === true;
  const fields = { ...toCohortFields(body), isStatic };
  if (!isStatic && (fields.query ?? null) !== null) {
    throw validationError(
      'invalid_input',
      'Cannot create a dynamic cohort with a query. Set is_static to true.',
    );
  }
  if (fields.filters !== undefined && fields.filters !== null) {
    checkReferences(null, fields.filters, await deps.cohorts.listLive(projectId));
  }
  const members = isStatic ? namedMembers(body) : null;
  const cohort = await deps.cohorts.create(projectId, userId, fields, {
    needsSnapshot: isStatic && members === null && needsSnapshot(fields),
  });
  if (members !== null) await deps.members.add(projectId, cohort.id, members);
  await deps.changed(projectId, cohort.id, { calculate: true });
  return (await deps.cohorts.findById(projectId, cohort.id)) ?? cohort;
}

/** The members in a body, as a file or as uuids; null if it has none. */
export function namedMembers(body: CohortWrite): MemberIds | null {
  if (body.csv !== undefined) return readMemberFile(body.csv);
  const ids = body._create_static_person_ids ?? [];
  return ids.length === 0 ? null : { by: 'person_id', ids: ids.filter(isUuid) };
}
