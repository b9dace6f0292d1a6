import type { NewActivity } from '../activity-log/activity';
import type { History, ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Survey } from './survey';
import { SURVEY_FIELDS } from './survey';

/** A survey with the filters of its targeting flag, which are logged as a field of the survey. */
interface TargetedSurvey extends Survey {
  readonly targeting: unknown;
}

const HISTORY: History<TargetedSurvey> = {
  scope: 'Survey',
  nameOf: (survey) => survey.name,
  wireFields: (survey) => {
    const { name, description, type, schedule, ...others } = SURVEY_FIELDS.toWire(survey);
    const { linked_flag_id, targeting_flag_id, enable_partial_responses, ...fields } = others;
    return {
      name,
      description,
      type,
      schedule,
      linked_flag: linked_flag_id,
      targeting_flag: targeting_flag_id,
      ...fields,
      current_iteration: survey.currentIteration,
      enable_partial_responses,
      targeting_flag_filters: survey.targeting,
    };
  },
};

/** The log entry of a change of a survey: `before` is null for a new survey, `after` for a deleted one. */
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
