import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { NewActivity } from '../activity-log/activity';
import type { ProjectAuthor } from '../activity-log/history';
import type { Entries, Writer } from '../activity-log/unit-of-work';
import type { FeatureFlag, FeatureFlagFields } from '../feature-flags/feature-flag';
import { requireApproval } from '../feature-flags/approval-gate';
import { toFeatureFlag } from '../feature-flags/feature-flag';
import { flagEntry } from '../feature-flags/flag-history';
import { FLAG_FIELDS } from '../feature-flags/feature-flag';
import { internalFilters, isOwnFlag } from './internal-flag';
import type { Survey } from './survey';
import { isRunning } from './survey';

/**
 * Updates the flags of a survey: they are active while it is running, and their filters refer to its current
 * iteration.
 */
export async function followSurvey(transaction: Writer, survey: Survey): Promise<Entries> {
  const active = isRunning(survey);
  const by = { projectId: survey.projectId, userId: null };
  const { internalTargetingFlagId: internal, targetingFlagId: targeting } = survey;
  const entries: (NewActivity | null)[] = [];
  if (internal !== null) {
    const filters = internalFilters(survey);
    const follow = ({ filters: now }: FeatureFlag) => ({ active, filters: { ...now, ...filters } });
    entries.push(...(await changeSurveyFlag(transaction, by, internal, follow)));
  }
  if (targeting !== null) {
    const follow = (flag: FeatureFlag) => (isOwnFlag(flag) ? { active } : {});
    entries.push(...(await changeSurveyFlag(transaction, by, targeting, follow)));
  }
  return entries;
}

/**
 * Changes a flag of a survey, unless nothing would change.
 * @param by.userId the user who changes it; null if the product does
 * @throws ApprovalRequiredError for a flag that a user created
 */
export async function changeSurveyFlag(
  transaction: Writer,
  { projectId, userId }: ProjectAuthor,
  flagId: number,
  change: (flag: FeatureFlag) => Partial<FeatureFlagFields>,
): Promise<Entries> {
  const row = await transaction
    .selectFrom('feature_flags')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', flagId)
    .executeTakeFirst();
  if (row === undefined) return [];
  const before = toFeatureFlag(row);
  const changes = change(before);
  if (isDeepStrictEqual({ ...before, ...changes }, before)) return [];
  if (!isOwnFlag(before)) {
    const gated = { before, after: { ...before, ...changes }, fields: changes };
    await requireApproval(transaction, { projectId, userId }, gated);
  }
  const after = await transaction
    .updateTable('feature_flags')
    .set({
      ...FLAG_FIELDS.toColumns(changes),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', flagId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return [flagEntry(before, toFeatureFlag(after))];
}

/** Deletes flags that were created for a survey; flags that users created are kept. */
export async function deleteOwnFlags(
  transaction: Writer,
  projectId: number,
  flagIds: readonly (number | null)[],
): Promise<void> {
  const ids = flagIds.filter((id) => id !== null);
  if (ids.length === 0) return;
  const rows = await transaction
    .selectFrom('feature_flags')
    .select(['id', 'key'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  const own = rows.filter(isOwnFlag).map((row) => row.id);
  if (own.length === 0) return;
  await transaction
    .deleteFrom('feature_flags')
    .where('project_id', '=', projectId)
    .where('id', 'in', own)
    .execute();
}
