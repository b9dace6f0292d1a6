import { randomUUID } from 'node:crypto';
import type { NewActivity } from '../activity-log/activity';
import type { ProjectAuthor } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { FeatureFlag, FeatureFlagFields } from '../feature-flags/feature-flag';
import { changeSurveyFlag, deleteOwnFlags, followSurvey } from './follow-survey';
import { insertSurveyFlag, internalFilters } from './internal-flag';
import { iterationAt } from './iterations';
import type { Survey, SurveyFields } from './survey';
import { toSurvey } from './survey';
import { surveyEntry } from './survey-history';
import { SURVEY_FIELDS } from './survey';

type Filters = FeatureFlagFields['filters'];

/** The audience of a survey: the filters of its own flag; null: all users; absent: unchanged. */
export interface SurveyTargeting {
  readonly targeting?: Filters | null;
}

/** Inserts a survey and its flags. */
export async function insertSurvey(
  transaction: Writer,
  by: ProjectAuthor,
  {
    targeting,
    ...fields
  }: Pick<SurveyFields, 'name' | 'type'> & Partial<SurveyFields> & SurveyTargeting,
): Promise<Recorded<Survey>> {
  const row = await transaction
    .insertInto('surveys')
    .values({
      ...SURVEY_FIELDS.toColumns(fields),
      id: randomUUID(),
      name: fields.name,
      type: fields.type,
      project_id: by.projectId,
      created_by_id: by.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const begun = { ...toSurvey(row), ...iterationAt(toSurvey(row), new Date()) };
  const internal = await insertSurveyFlag(transaction, by, begun, {
    name: 'Internal targeting flag',
    filters: internalFilters(begun),
  });
  const own = targeting
    ? await insertSurveyFlag(transaction, by, begun, {
        name: 'Targeting flag',
        filters: targeting,
      })
    : { result: begun.targetingFlagId, entries: [] };
  const result = await writeSurvey(transaction, {
    ...begun,
    internalTargetingFlagId: internal.result,
    targetingFlagId: own.result,
  });
  const entries = [...internal.entries, ...own.entries, surveyEntry(by, null, result)];
  return { result, entries };
}

/** Changes a survey and updates its flags. */
export async function changeSurvey(
  transaction: Writer,
  by: ProjectAuthor,
  before: Survey,
  { targeting, ...fields }: Partial<SurveyFields> & SurveyTargeting,
): Promise<Recorded<Survey>> {
  const entries: (NewActivity | null)[] = [];
  const wanted = { ...before, ...defined(fields) };
  let replaced: unknown = null;
  if (targeting === null) {
    wanted.targetingFlagId = null;
  } else if (targeting !== undefined && wanted.targetingFlagId !== null) {
    const retarget = (flag: FeatureFlag) => {
      replaced = flag.filters;
      return { filters: { ...flag.filters, ...targeting } };
    };
    const { targetingFlagId } = wanted;
    entries.push(...(await changeSurveyFlag(transaction, by, targetingFlagId, retarget)));
  } else if (targeting !== undefined) {
    const flag = { name: 'Targeting flag', filters: targeting };
    const inserted = await insertSurveyFlag(transaction, by, wanted, flag);
    wanted.targetingFlagId = inserted.result;
    entries.push(...inserted.entries);
  }
  const after = await writeSurvey(transaction, {
    ...wanted,
    ...iterationAt(wanted, new Date()),
  });
  if (before.targetingFlagId !== after.targetingFlagId) {
    await deleteOwnFlags(transaction, by.projectId, [before.targetingFlagId]);
  }
  entries.push(...(await followSurvey(transaction, after)));
  const filters = { before: replaced, after: targeting ?? null };
  return { result: after, entries: [...entries, surveyEntry(by, before, after, filters)] };
}

/** Moves a survey to its current iteration; null if it is already in it. */
export async function advanceSurvey(
  transaction: Writer,
  survey: Survey,
  now: Date,
): Promise<Recorded<Survey | null>> {
  const iteration = iterationAt(survey, now);
  if (iteration.currentIteration === survey.currentIteration) return { result: null, entries: [] };
  const after = await writeSurvey(transaction, { ...survey, ...iteration });
  return { result: after, entries: await followSurvey(transaction, after) };
}

async function writeSurvey(transaction: Writer, survey: Survey): Promise<Survey> {
  const row = await transaction
    .updateTable('surveys')
    .set({
      ...SURVEY_FIELDS.toColumns(survey),
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
