import type { ResolvedDateRange } from '../insight-plan';
import { isoText } from './iso-text';
import type { DateRange } from './resolve-date-range';

/** The ends of a range as answers tell them. */
export function resolvedOf({ from, to }: DateRange): ResolvedDateRange {
  return { date_from: isoText(from), date_to: isoText(to) };
}
