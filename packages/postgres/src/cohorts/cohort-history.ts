import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Cohort } from './cohort';
import { COHORT_FIELDS } from './cohort';

export const COHORT_HISTORY: History<Cohort> = {
  scope: 'Cohort',
  nameOf: (cohort) => cohort.name,
  verbOf: deletedOrUpdated,
  /** The result of a calculation is not logged. */
  wireFields: (cohort) => COHORT_FIELDS.toWire(cohort),
};
