import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Cohort } from './cohort';

export const COHORT_HISTORY: History<Cohort> = {
  scope: 'Cohort',
  nameOf: (cohort) => cohort.name,
  verbOf: deletedOrUpdated,
  /** The result of a calculation is not a change. */
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
