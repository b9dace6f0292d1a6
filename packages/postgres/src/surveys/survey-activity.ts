import type { NewActivity } from '../activity-log/activity';
import type { History } from '../activity-log/change-activity';
import { changeActivity, removalActivity } from '../activity-log/change-activity';
import type { Survey } from './survey';

/** A survey with the filters of its targeting flag, which are told as a field of it. */
interface TargetedSurvey extends Survey {
  readonly targeting: unknown;
}

const HISTORY: History<TargetedSurvey> = {
  scope: 'Survey',
  nameOf: (survey) => survey.name,
  wireFields: (survey) => ({
    name: survey.name,
    description: survey.description,
    type: survey.type,
    schedule: survey.schedule,
    linked_flag: survey.linkedFlagId,
    targeting_flag: survey.targetingFlagId,
    questions: survey.questions,
    conditions: survey.conditions,
    appearance: survey.appearance,
    start_date: survey.startDate?.toISOString() ?? null,
    end_date: survey.endDate?.toISOString() ?? null,
    archived: survey.archived,
    iteration_count: survey.iterationCount,
    iteration_frequency_days: survey.iterationFrequencyDays,
    current_iteration: survey.currentIteration,
    enable_partial_responses: survey.enablePartialResponses,
    targeting_flag_filters: survey.targeting,
  }),
};

/** How the log tells that somebody made or changed a survey; `before` is null for a new one. */
export function surveyActivity(
  userId: number,
  before: Survey | null,
  after: Survey,
  targeting: { readonly before: unknown; readonly after: unknown } = { before: null, after: null },
): NewActivity {
  const old = before && { ...before, targeting: targeting.before };
  return changeActivity(HISTORY, userId, old, { ...after, targeting: targeting.after });
}

/** How the log tells that somebody removed a survey. */
export const surveyRemoval = (userId: number, survey: Survey): NewActivity =>
  removalActivity(HISTORY, userId, { ...survey, targeting: null });
