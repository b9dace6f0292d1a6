import type { FieldChange } from '../activity-log/activity';
import type { History } from '../activity-log/history';
import type { Insight } from './insight';
import { INSIGHT_FIELDS } from './insight';

export const INSIGHT_HISTORY: History<Insight> = {
  scope: 'Insight',
  nameOf: (insight) => insight.name ?? insight.derivedName,
  wireFields: (insight) => INSIGHT_FIELDS.toWire(insight),
};

/** The log entry that an insight was added to or removed from dashboards. */
export const placesChange = (dashboardIds: readonly number[]): FieldChange => ({
  type: 'Insight',
  action: 'changed',
  field: 'dashboards',
  before: null,
  after: dashboardIds,
});
