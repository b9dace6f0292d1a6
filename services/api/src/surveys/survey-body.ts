import { randomUUID } from 'node:crypto';
import type { SurveyBody, SurveyWrite } from '@tidemark/contracts';
import type { FeatureFlag, Survey, SurveyFields, User } from '@tidemark/postgres';
import { iterationStartDates } from '@tidemark/postgres';
import { minimalFlag } from '../flag-evaluation/minimal-flag';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';
import { SURVEY_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

/** The data in a survey's body in addition to the survey. */
export interface SurveyNames {
  readonly users: ReadonlyMap<number, User>;
  /** The flags that are not deleted. */
  readonly flags: ReadonlyMap<number, FeatureFlag>;
}

/** @param names must contain the survey's creator and flags, if they still exist */
export function surveyBody(survey: Survey, names: SurveyNames): SurveyBody {
  const flag = (id: number | null) => (id === null ? undefined : names.flags.get(id));
  const linked = flag(survey.linkedFlagId);
  const targeting = flag(survey.targetingFlagId);
  const internal = flag(survey.internalTargetingFlagId);
  const creator = names.users.get(survey.createdById ?? 0);
  return {
    id: survey.id,
    ...wireFields(SURVEY_FIELDS.toWire(survey)),
    linked_flag: linked === undefined ? null : minimalFlag(linked),
    linked_insight_id: null,
    targeting_flag: targeting === undefined ? null : minimalFlag(targeting),
    internal_targeting_flag: internal === undefined ? null : minimalFlag(internal),
    feature_flag_keys: [
      { key: 'linked_flag_key', value: linked?.key ?? null },
      { key: 'targeting_flag_key', value: targeting?.key ?? null },
      { key: 'internal_targeting_flag_key', value: internal?.key ?? null },
      { key: 'internal_response_sampling_flag_key', value: null },
    ],
    ...iterationFields(survey),
    ...NOT_KEPT,
    created_by: creator === undefined ? null : userBasicBody(creator),
    created_at: wireTime(survey.createdAt),
    user_access_level: 'manager',
  };
}

function iterationFields(survey: Survey) {
  return {
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

/** The fields that a body contains, in the format of the store; omitted fields are omitted here too. */
export function toSurveyFields(body: SurveyWrite): Partial<SurveyFields> {
  const { questions, schedule, enable_partial_responses: partial, ...fields } = body;
  return {
    ...SURVEY_FIELDS.fromWire(fields),
    ...(questions !== undefined && { questions: (questions ?? []).map(withId) }),
    ...(schedule !== undefined && { schedule: schedule ?? 'once' }),
    ...(partial !== undefined && { enablePartialResponses: partial ?? false }),
  };
}

/** Adds an id to a question that has none: SDKs store answers under this id and send no answer without it. */
function withId(question: Survey['questions'][number]): Survey['questions'][number] {
  const { id } = question;
  return typeof id === 'string' && id !== '' ? question : { ...question, id: randomUUID() };
}
