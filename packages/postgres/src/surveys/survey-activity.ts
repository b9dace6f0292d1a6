import type { NewActivity } from '../activity-log/activity';
import { fieldChanges } from '../activity-log/field-changes';
import type { Survey } from './survey';

const SCOPE = 'Survey';

/** How the log tells a change of a survey: no `before` for a new one, no `after` for a deleted one. */
export function surveyActivity(
  userId: number,
  survey: Survey,
  before: Survey | null,
  after: Survey | null,
  targeting: { readonly before: unknown; readonly after: unknown } = { before: null, after: null },
): NewActivity {
  return {
    projectId: survey.projectId,
    userId,
    scope: SCOPE,
    itemId: survey.id,
    activity: before === null ? 'created' : after === null ? 'deleted' : 'updated',
    detail: {
      name: survey.name,
      changes:
        before === null || after === null
          ? []
          : fieldChanges(
              SCOPE,
              { ...wireFields(before), targeting_flag_filters: targeting.before },
              { ...wireFields(after), targeting_flag_filters: targeting.after },
            ),
    },
  };
}

/** The fields whose changes are told, by their names on the wire. */
function wireFields(survey: Survey): Readonly<Record<string, unknown>> {
  return {
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
  };
}
