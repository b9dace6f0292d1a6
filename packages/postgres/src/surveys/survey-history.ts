import type { NewActivity } from '../activity-log/activity';
import type { History, ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Survey } from './survey';

/** A survey with the filters of its targeting flag, which are returned as a field of it. */
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

/** The entry of a change of a survey: `before` is null for a new one, `after` for one that was deleted. */
export function surveyEntry(
  by: ProjectAuthor,
  before: Survey | null,
  after: Survey | null,
  targeting: { readonly before: unknown; readonly after: unknown } = { before: null, after: null },
): NewActivity | null {
  return historyEntry(
    HISTORY,
    by,
    before && { ...before, targeting: targeting.before },
    after && { ...after, targeting: targeting.after },
    { always: true },
  );
}
