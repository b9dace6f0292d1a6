import type { ResolvedDateRange, ResolvedPeriods } from '../insight/plan';
import type { DateRange } from './date-range';
import { isoText } from './iso-text';

/** The ends of a range as a response contains them. */
export function resolvedOf({ from, to }: DateRange): ResolvedDateRange {
  return { date_from: isoText(from), date_to: isoText(to) };
}

/** A period, and the period that it is compared with. */
export function resolvedPeriods(
  range: DateRange,
  previous: DateRange | null | undefined,
): ResolvedPeriods {
  return {
    resolved_date_range: resolvedOf(range),
    resolved_compare_date_range: previous ? resolvedOf(previous) : null,
  };
}
