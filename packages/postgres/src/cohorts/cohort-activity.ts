import type { NewActivity } from '../activity-log/activity';
import type { History } from '../activity-log/change-activity';
import { changeActivity, deletedOrUpdated } from '../activity-log/change-activity';
import type { Cohort } from './cohort';

export const COHORT_HISTORY: History<Cohort> = {
  scope: 'Cohort',
  nameOf: (cohort) => cohort.name,
  verbOf: deletedOrUpdated,
  /** What a calculation finds is no change. */
  wireFields: (cohort) => ({
    name: cohort.name,
    description: cohort.description,
    groups: cohort.groups,
    filters: cohort.filters,
    query: cohort.query,
    is_static: cohort.isStatic,
    deleted: cohort.deleted,
  }),
};

/** How the log tells a change of a cohort; `before` is null for a new one. */
export const cohortActivity = (userId: number, before: Cohort | null, after: Cohort): NewActivity =>
  changeActivity(COHORT_HISTORY, userId, before, after);
