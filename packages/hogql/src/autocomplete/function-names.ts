import { aggregates, scalars, suggestedAggregates, windows } from '../functions/find';
import { specials } from '../lower/calls/special';

/** Function names worth suggesting, in alphabetical order. */
export function functionNames(): readonly string[] {
  const names = new Set([
    ...scalars.names(),
    ...specials.names(),
    ...windows.names(),
    ...suggestedAggregates.filter((name) => aggregates.find(name) !== undefined),
  ]);
  return [...names].sort((a, b) => a.localeCompare(b, 'en'));
}
