import type { OfferedSurvey } from '@tidemark/postgres';

/** A survey as SDKs hear of it (`wire/flags.md` §8.4). Iterations are not kept: there is only the first. */
export function surveyBody(survey: OfferedSurvey): object {
  return {
    id: survey.id,
    name: survey.name,
    description: survey.description,
    type: survey.type,
    linked_flag_key: survey.linkedFlagKey,
    targeting_flag_key: survey.targetingFlagKey,
    internal_targeting_flag_key: survey.internalTargetingFlagKey,
    questions: survey.questions,
    conditions: survey.conditions,
    appearance: survey.appearance,
    start_date: survey.startDate?.toISOString() ?? null,
    end_date: survey.endDate?.toISOString() ?? null,
    current_iteration: null,
    current_iteration_start_date: null,
    schedule: survey.schedule,
    enable_partial_responses: survey.enablePartialResponses,
  };
}
