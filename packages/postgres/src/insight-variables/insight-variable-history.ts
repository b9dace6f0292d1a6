import type { History } from '../activity-log/history';
import type { InsightVariable } from './insight-variable';

/** Variables of statements. */
export const INSIGHT_VARIABLE_HISTORY: History<InsightVariable> = {
  scope: 'InsightVariable',
  nameOf: (variable) => variable.name,
  wireFields: (variable) => ({
    name: variable.name,
    type: variable.type,
    default_value: variable.defaultValue,
    values: variable.values,
  }),
};
