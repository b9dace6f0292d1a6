import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import { defined } from '../defined';
import type { FeatureFlagFields } from '../feature-flags/feature-flag';
import type { Schema } from '../schema';
import { changeSurveyFlag, deleteOwnFlags, followSurvey } from './follow-survey';
import { insertSurveyFlag, internalFilters } from './internal-flag';
import { iterationAt } from './iterations';
import type { Survey, SurveyFields } from './survey';
import { toSurvey } from './survey';
import { surveyActivity } from './survey-activity';

type Filters = FeatureFlagFields['filters'];

/** Who may see a survey: filters of a flag of its own, null to show it to all; absent = as it was. */
export interface SurveyTargeting {
  readonly targeting?: Filters | null;
}

/** Writes a new survey with its flags. */
export async function insertSurvey(
  transaction: Transaction<Schema>,
  projectId: number,
  userId: number,
  {
    targeting,
    ...fields
  }: Pick<SurveyFields, 'name' | 'type'> & Partial<SurveyFields> & SurveyTargeting,
): Promise<Survey> {
  const row = await transaction
    .insertInto('surveys')
    .values({
      ...surveyColumns(fields),
      id: randomUUID(),
      name: fields.name,
      type: fields.type,
      project_id: projectId,
      created_by_id: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const begun = { ...toSurvey(row), ...iterationAt(toSurvey(row), new Date()) };
  const internal = await insertSurveyFlag(transaction, begun, userId, {
    name: 'Internal targeting flag',
    filters: internalFilters(begun),
  });
  const own = targeting
    ? await insertSurveyFlag(transaction, begun, userId, {
        name: 'Targeting flag',
        filters: targeting,
      })
    : begun.targetingFlagId;
  const survey = await writeSurvey(transaction, {
    ...begun,
    internalTargetingFlagId: internal,
    targetingFlagId: own,
  });
  await logActivity(transaction, surveyActivity(userId, null, survey));
  return survey;
}

/** Changes a survey and brings its flags in step. */
export async function changeSurvey(
  transaction: Transaction<Schema>,
  userId: number,
  before: Survey,
  { targeting, ...fields }: Partial<SurveyFields> & SurveyTargeting,
): Promise<Survey> {
  const { projectId } = before;
  const wanted = { ...before, ...defined(fields) };
  let replaced: unknown = null;
  if (targeting === null) {
    wanted.targetingFlagId = null;
  } else if (targeting !== undefined && wanted.targetingFlagId !== null) {
    await changeSurveyFlag(transaction, before, wanted.targetingFlagId, (flag) => {
      replaced = flag.filters;
      return { filters: { ...flag.filters, ...targeting } };
    });
  } else if (targeting !== undefined) {
    wanted.targetingFlagId = await insertSurveyFlag(transaction, wanted, userId, {
      name: 'Targeting flag',
      filters: targeting,
    });
  }
  const after = await writeSurvey(transaction, {
    ...wanted,
    ...iterationAt(wanted, new Date()),
  });
  if (before.targetingFlagId !== after.targetingFlagId) {
    await deleteOwnFlags(transaction, projectId, [before.targetingFlagId]);
  }
  await followSurvey(transaction, after);
  const told = { before: replaced, after: targeting ?? null };
  await logActivity(transaction, surveyActivity(userId, before, after, told));
  return after;
}

/** Moves a survey on to the iteration that is under way; null when that is the one it is in. */
export async function advanceSurvey(
  transaction: Transaction<Schema>,
  survey: Survey,
  now: Date,
): Promise<Survey | null> {
  const iteration = iterationAt(survey, now);
  if (iteration.currentIteration === survey.currentIteration) return null;
  const after = await writeSurvey(transaction, { ...survey, ...iteration });
  await followSurvey(transaction, after);
  return after;
}

async function writeSurvey(transaction: Transaction<Schema>, survey: Survey): Promise<Survey> {
  const row = await transaction
    .updateTable('surveys')
    .set({
      ...surveyColumns(survey),
      internal_targeting_flag_id: survey.internalTargetingFlagId,
      current_iteration: survey.currentIteration,
      current_iteration_start_date: survey.currentIterationStartDate,
    })
    .where('project_id', '=', survey.projectId)
    .where('id', '=', survey.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSurvey(row);
}

function surveyColumns(fields: Partial<SurveyFields>) {
  return defined({
    name: fields.name,
    description: fields.description,
    type: fields.type,
    linked_flag_id: fields.linkedFlagId,
    targeting_flag_id: fields.targetingFlagId,
    questions: fields.questions && JSON.stringify(fields.questions),
    conditions: fields.conditions && JSON.stringify(fields.conditions),
    appearance: fields.appearance && JSON.stringify(fields.appearance),
    schedule: fields.schedule,
    enable_partial_responses: fields.enablePartialResponses,
    start_date: fields.startDate,
    end_date: fields.endDate,
    archived: fields.archived,
    iteration_count: fields.iterationCount,
    iteration_frequency_days: fields.iterationFrequencyDays,
  });
}
