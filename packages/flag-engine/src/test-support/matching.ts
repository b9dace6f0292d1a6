import { matcherFor } from '../operators/catalogue';
import type { Clock } from '../operators/matcher';

const NOON: Clock = { now: new Date('2026-03-31T12:00:00Z'), timezone: 'UTC' };

/** Result of an operator for a present property value. */
export function matchesProperty(operator: string, filter: unknown, property: unknown): boolean {
  const matcher = matcherFor(operator, filter);
  if (matcher === null) throw new Error(`no operator ${operator}`);
  return matcher.matches(property, NOON);
}
