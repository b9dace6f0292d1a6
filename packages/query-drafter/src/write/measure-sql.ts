import type { Measure } from '../draft';
import { columnName, propertyExpression } from './sql';

export interface MeasureColumn {
  readonly expression: string;
  readonly name: string;
}

/**
 * Returns the column of a measure.
 *
 * @param condition a HogQL expression; only rows for which it is true are counted, by default all
 */
export function measureColumn(measure: Measure, condition?: string): MeasureColumn {
  const suffix = condition === undefined ? '' : 'If';
  const more = condition === undefined ? '' : `, ${condition}`;
  switch (measure.kind) {
    case 'events':
      return {
        expression: condition === undefined ? 'count()' : `countIf(${condition})`,
        name: 'total',
      };
    case 'users':
      return { expression: `uniq${suffix}(person_id${more})`, name: 'users' };
    case 'sessions':
      return { expression: `uniq${suffix}(properties.$session_id${more})`, name: 'sessions' };
    case 'events_per_user': {
      const events = condition === undefined ? 'count()' : `countIf(${condition})`;
      return {
        expression: `${events} / nullIf(uniq${suffix}(person_id${more}), 0)`,
        name: 'events_per_user',
      };
    }
    case 'property': {
      const value = `toFloat(${propertyExpression(measure.property)})`;
      const column = columnName(measure.property);
      if (typeof measure.how === 'number') {
        const percent = Math.round(measure.how * 100);
        return {
          expression: `quantile${suffix}(${measure.how})(${value}${more})`,
          name: `p${percent}_${column}`,
        };
      }
      return {
        expression: `${measure.how}${suffix}(${value}${more})`,
        name: `${measure.how}_${column}`,
      };
    }
  }
}
