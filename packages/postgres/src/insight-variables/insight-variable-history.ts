import type { History } from '../activity-log/history';
import type { InsightVariable } from './insight-variable';
import { INSIGHT_VARIABLE_FIELDS } from './insight-variable';

/** How variables of statements are logged. */
export const INSIGHT_VARIABLE_HISTORY: History<InsightVariable> = {
  scope: 'InsightVariable',
  nameOf: (variable) => variable.name,
  wireFields: (variable) => INSIGHT_VARIABLE_FIELDS.toWire(variable),
};
