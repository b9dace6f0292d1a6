import { randomBytes } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import { toFeatureFlag } from '../feature-flags/feature-flag';
import { flagActivity } from '../feature-flags/flag-activity';
import { insertFlag } from '../feature-flags/write-flags';
import type { Schema, SurveyTable } from '../schema';
import { isRunning, type SurveyFields } from './survey';

/** SDKs and quotas know flags of surveys by it. */
const KEY_PREFIX = 'survey-targeting-';

/**
 * Makes the flag that is on for whom a survey may be shown: SDKs note an answer or a dismissal as a
 * property of the person (`wire/flags.md` §8.4).
 */
export async function insertInternalFlag(
  transaction: Transaction<Schema>,
  projectId: number,
  userId: number,
  survey: { readonly id: string } & Partial<SurveyFields>,
): Promise<number> {
  const unset = (what: string) => ({
    key: `$survey_${what}/${survey.id}`,
    type: 'person',
    operator: 'is_not_set',
    value: 'is_not_set',
  });
  const properties = [unset('dismissed'), unset('responded')];
  const flag = await insertFlag(transaction, projectId, userId, {
    key: KEY_PREFIX + randomBytes(5).toString('hex'),
    name: `Internal targeting flag for survey ${survey.name ?? ''}`,
    filters: { groups: [{ variant: '', rollout_percentage: 100, properties }] },
    active: isRunning({ startDate: survey.startDate ?? null, endDate: survey.endDate ?? null }),
  });
  return flag.id;
}

/** The flag of a survey is active while the survey runs. */
export async function followSurvey(
  transaction: Transaction<Schema>,
  survey: Selectable<SurveyTable>,
): Promise<void> {
  if (survey.internal_targeting_flag_id === null) return;
  const active = isRunning({ startDate: survey.start_date, endDate: survey.end_date });
  const before = await transaction
    .selectFrom('feature_flags')
    .selectAll()
    .where('project_id', '=', survey.project_id)
    .where('id', '=', survey.internal_targeting_flag_id)
    .where('active', '!=', active)
    .executeTakeFirst();
  if (before === undefined) return;
  const after = await transaction
    .updateTable('feature_flags')
    .set({ active, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('project_id', '=', survey.project_id)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await logActivity(transaction, flagActivity(toFeatureFlag(before), toFeatureFlag(after)));
}
