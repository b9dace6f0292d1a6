import { parseDateText, resolveDate } from '../dates/date-text';
import { compareInstants, instantFromEpochSeconds, type Instant } from '../dates/instant';
import {
  NEVER_MATCHES,
  positive,
  type Clock,
  type MatcherFactory,
  type PropertyMatcher,
} from './matcher';
import { numberOf } from './numeric';

/** Date operators, by name: both sides are timestamps, compared strictly. */
export const DATE_OPERATORS: Readonly<Record<string, MatcherFactory>> = {
  is_date_exact: (filter) => compare(filter, (order) => order === 0),
  is_date_after: (filter) => compare(filter, (order) => order > 0),
  is_date_before: (filter) => compare(filter, (order) => order < 0),
};

function compare(filter: unknown, holds: (order: number) => boolean): PropertyMatcher {
  const wanted = typeof filter === 'string' ? parseDateText(filter) : null;
  if (wanted === null) return NEVER_MATCHES;
  const matcher = positive((property, clock) => {
    const timestamp = timestampOf(property, clock);
    const bound = resolveDate(wanted, clock.now, clock.timezone);
    return timestamp !== null && bound !== null && holds(compareInstants(timestamp, bound));
  });
  // Even where the bound is absolute: the property may be relative.
  return { ...matcher, readsClock: true };
}

/** A property as a timestamp: epoch seconds as number or numeric text, or a date text. */
function timestampOf(property: unknown, clock: Clock): Instant | null {
  if (typeof property === 'number') return instantFromEpochSeconds(property);
  if (typeof property !== 'string') return null;
  const seconds = numberOf(property);
  if (seconds !== null) return instantFromEpochSeconds(seconds);
  const written = parseDateText(property);
  return written && resolveDate(written, clock.now, clock.timezone);
}
