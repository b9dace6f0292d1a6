import { matcherFor } from '../operators/catalogue';
import type { Clock, PropertyMatcher } from '../operators/matcher';

const NOON: Clock = { now: new Date('2026-03-31T12:00:00Z'), timezone: 'UTC' };

/** Answer of an operator for a present property value. */
export function matchesProperty(
  operator: string | null,
  filter: unknown,
  property: unknown,
  clock: Partial<Clock> = {},
): boolean {
  return known(operator, filter).matches(property, { ...NOON, ...clock });
}

/** Answer of an operator when the property is absent. */
export function matchesMissing(operator: string, filter: unknown): boolean {
  return known(operator, filter).whenMissing;
}

function known(operator: string | null, filter: unknown): PropertyMatcher {
  const matcher = matcherFor(operator, filter);
  if (matcher === null) throw new Error(`no operator ${operator ?? 'exact'}`);
  return matcher;
}
