import { randomUUID } from 'node:crypto';
import type { SurveyBody, SurveyWrite } from '@tidemark/contracts';
import type { FeatureFlag, Survey, SurveyFields, User } from '@tidemark/postgres';
import { iterationStartDates } from '@tidemark/postgres';
import { minimalFlag } from '../flag-evaluation/minimal-flag';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** The data in a survey's body in addition to the survey. */
export interface SurveyNames {
  readonly users: ReadonlyMap<number, User>;
  /** Live flags. */
  readonly flags: ReadonlyMap<number, FeatureFlag>;
}

/** `names` must hold the survey's creator and flags, as far as they still exist. */
export function surveyBody(survey: Survey, names: SurveyNames): SurveyBody {
  const flag = (id: number | null) => (id === null ? undefined : names.flags.get(id));
  const linked = flag(survey.linkedFlagId);
  const targeting = flag(survey.targetingFlagId);
  const internal = flag(survey.internalTargetingFlagId);
  const creator = names.users.get(survey.createdById ?? 0);
  return {
    id: survey.id,
    name: survey.name,
    description: survey.description,
    type: survey.type,
    linked_flag: linked === undefined ? null : minimalFlag(linked),
    linked_flag_id: survey.linkedFlagId,
    linked_insight_id: null,
    targeting_flag: targeting === undefined ? null : minimalFlag(targeting),
    targeting_flag_id: survey.targetingFlagId,
    internal_targeting_flag: internal === undefined ? null : minimalFlag(internal),
    feature_flag_keys: [
      { key: 'linked_flag_key', value: linked?.key ?? null },
      { key: 'targeting_flag_key', value: targeting?.key ?? null },
      { key: 'internal_targeting_flag_key', value: internal?.key ?? null },
      { key: 'internal_response_sampling_flag_key', value: null },
    ],
    questions: [...survey.questions],
    conditions: survey.conditions && { ...survey.conditions },
    appearance: survey.appearance && { ...survey.appearance },
    schedule: survey.schedule,
    enable_partial_responses: survey.enablePartialResponses,
    start_date: wireTimeOrNull(survey.startDate),
    end_date: wireTimeOrNull(survey.endDate),
    archived: survey.archived,
    ...iterationFields(survey),
    ...NOT_KEPT,
    created_by: creator === undefined ? null : userBasicBody(creator),
    created_at: wireTime(survey.createdAt),
    user_access_level: 'manager',
  };
}

function iterationFields(survey: Survey) {
  return {
    iteration_count: survey.iterationCount,
    iteration_frequency_days: survey.iterationFrequencyDays,
    iteration_start_dates: iterationStartDates(survey)?.map(wireTime) ?? null,
    current_iteration: survey.currentIteration,
    current_iteration_start_date: wireTimeOrNull(survey.currentIterationStartDate),
  };
}

const NOT_KEPT = {
  responses_limit: null,
  response_sampling_start_date: null,
  response_sampling_interval_type: null,
  response_sampling_interval: null,
  response_sampling_limit: null,
  response_sampling_daily_limits: null,
} as const;

/** The fields a body names, as the store keeps them; what it leaves out stays out. */
export function toSurveyFields(body: SurveyWrite): Partial<SurveyFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.type !== undefined && { type: body.type }),
    ...(body.linked_flag_id !== undefined && { linkedFlagId: body.linked_flag_id }),
    ...(body.targeting_flag_id !== undefined && { targetingFlagId: body.targeting_flag_id }),
    ...(body.questions !== undefined && { questions: (body.questions ?? []).map(withId) }),
    ...(body.conditions !== undefined && { conditions: body.conditions }),
    ...(body.appearance !== undefined && { appearance: body.appearance }),
    ...(body.schedule !== undefined && { schedule: body.schedule ?? 'once' }),
    ...(body.enable_partial_responses !== undefined && {
      enablePartialResponses: body.enable_partial_responses ?? false,
    }),
    ...(body.start_date !== undefined && { startDate: body.start_date }),
    ...(body.end_date !== undefined && { endDate: body.end_date }),
    ...(body.archived !== undefined && { archived: body.archived }),
    ...(body.iteration_count !== undefined && { iterationCount: body.iteration_count }),
    ...(body.iteration_frequency_days !== undefined && {
      iterationFrequencyDays: body.iteration_frequency_days,
    }),
  };
}

/** SDKs store answers under the id of the question, and send none for a question without. */
function withId(question: Survey['questions'][number]): Survey['questions'][number] {
  const { id } = question;
  return typeof id === 'string' && id !== '' ? question : { ...question, id: randomUUID() };
}
