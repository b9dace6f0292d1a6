import { sql } from 'kysely';
import type { EntryDetails, ProjectAuthor } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import { isUniqueViolation } from '../unique-violation';
import { requireApproval } from './approval-gate';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { toFeatureFlag } from './feature-flag';
import { flagEntry } from './flag-history';
import { FLAG_FIELDS } from './feature-flag';

const LIVE_KEY_INDEX = 'feature_flags_live_key';

/** Whether a database error means that another flag of the project, which is not deleted, has the key. */
export function isKeyTaken(error: unknown): boolean {
  return isUniqueViolation(error, LIVE_KEY_INDEX);
}

/** The fields of a new flag. */
export type NewFlagFields = Pick<FeatureFlagFields, 'key'> & Partial<FeatureFlagFields>;

/**
 * Inserts a flag with version 1. A deleted flag with the same key is permanently removed, unless it has an
 * experiment.
 * @throws ApprovalRequiredError, and see `isKeyTaken`
 */
export async function insertFlag(
  tx: Writer,
  by: ProjectAuthor,
  given: NewFlagFields,
): Promise<Recorded<FeatureFlag>> {
  const fields = { ...withArchive(given), key: given.key };
  const inserted = await insertApprovedFlag(tx, by, fields);
  await requireApproval(tx, by, { before: null, after: inserted.result, fields });
  return inserted;
}

/**
 * Like `insertFlag`, for a flag that was approved or needs no approval because the product creates it. @throws see
 * `isKeyTaken`
 */
export async function insertApprovedFlag(
  tx: Writer,
  { projectId, userId }: ProjectAuthor,
  fields: NewFlagFields,
  details: EntryDetails = {},
): Promise<Recorded<FeatureFlag>> {
  await tx
    .deleteFrom('feature_flags')
    .where('project_id', '=', projectId)
    .where('key', '=', fields.key)
    .where('deleted', '=', true)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('experiments')
            .select('experiments.id')
            .whereRef('experiments.feature_flag_id', '=', 'feature_flags.id'),
        ),
      ),
    )
    .execute();
  const row = await tx
    .insertInto('feature_flags')
    .values({
      ...FLAG_FIELDS.toColumns(fields),
      key: fields.key,
      project_id: projectId,
      created_by_id: userId,
      last_modified_by_id: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const result = toFeatureFlag(row);
  return { result, entries: [flagEntry(null, result, details)] };
}

/**
 * Changes the given fields and increments the version in the same statement.
 * @throws ApprovalRequiredError, and see `isKeyTaken`
 */
export async function changeFlag(
  tx: Writer,
  by: ProjectAuthor,
  current: FeatureFlag,
  given: Partial<FeatureFlagFields>,
): Promise<Recorded<FeatureFlag>> {
  const fields = withArchive(given);
  await requireApproval(tx, by, {
    before: current,
    after: { ...current, ...defined(fields) },
    fields,
  });
  return changeApprovedFlag(tx, by, current, fields);
}

/** Like `changeFlag`, for an approved change. @throws see `isKeyTaken` */
export async function changeApprovedFlag(
  tx: Writer,
  { projectId, userId }: ProjectAuthor,
  current: FeatureFlag,
  fields: Partial<FeatureFlagFields>,
  details: EntryDetails = {},
): Promise<Recorded<FeatureFlag>> {
  const row = await tx
    .updateTable('feature_flags')
    .set({
      ...FLAG_FIELDS.toColumns(fields),
      version: sql<number>`version + 1`,
      last_modified_by_id: userId,
      updated_at: sql<Date>`now()`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const result = toFeatureFlag(row);
  return { result, entries: [flagEntry(current, result, details)] };
}

/** Archiving a flag disables it, and enabling it unarchives it. */
function withArchive(fields: Partial<FeatureFlagFields>): Partial<FeatureFlagFields> {
  if (fields.archived === true) return { ...fields, active: false };
  return fields.active === true ? { ...fields, archived: false } : fields;
}
