import { rangeWords } from '../date-range';
import { filterText } from '../filters/filter-text';
import type { DashboardBreakdown, DashboardView } from './dashboard-view';

type Names = ReadonlyMap<string, string>;

/**
 * Describes a view: one text for each part that changes the insights. `names` maps the ids of cohorts to their names.
 */
export function viewWords(view: DashboardView, names: Names = new Map()): readonly string[] {
  const { dateFrom, dateTo, breakdown, filters } = view;
  return [
    dateFrom === null
      ? 'range of each insight'
      : rangeWords({ date_from: dateFrom, date_to: dateTo }),
    ...(breakdown === null ? [] : [`by ${breakdownWords(breakdown, names)}`]),
    ...filters.map((filter) => filterText(filter, names)),
  ];
}

/** Describes the property of a breakdown. */
export function breakdownWords(
  { breakdown, breakdown_type: type }: DashboardBreakdown,
  names: Names = new Map(),
): string {
  const values = typeof breakdown === 'string' ? [breakdown] : breakdown.map(String);
  if (type === 'cohort') {
    return `cohort ${values.map((id) => names.get(id) ?? id).join(', ')}`;
  }
  return type === 'event' ? values.join(', ') : `${type} ${values.join(', ')}`;
}
