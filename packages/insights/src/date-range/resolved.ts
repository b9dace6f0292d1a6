import type { ResolvedDateRange, ToldPeriods } from '../insight-plan';
import { isoText } from './iso-text';
import type { DateRange } from './resolve-date-range';

/** The ends of a range as answers tell them. */
export function resolvedOf({ from, to }: DateRange): ResolvedDateRange {
  return { date_from: isoText(from), date_to: isoText(to) };
}

/** A period, and the one that it is compared with. */
export function toldPeriods(range: DateRange, previous: DateRange | null | undefined): ToldPeriods {
  return {
    resolved_date_range: resolvedOf(range),
    resolved_compare_date_range: previous ? resolvedOf(previous) : null,
  };
}
