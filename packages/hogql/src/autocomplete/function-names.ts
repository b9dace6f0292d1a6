import { aggregates, scalars, suggestedAggregates, windows } from '../functions/find';
import { specials } from '../lower/calls/special';

/** Functions worth suggesting, in the order of the alphabet. */
export function functionNames(): readonly string[] {
  const names = new Set([
    ...scalars.names(),
    ...specials.names(),
    ...windows.names(),
    ...suggestedAggregates.filter((name) => aggregates.find(name) !== undefined),
  ]);
  return [...names].sort((a, b) => a.localeCompare(b, 'en'));
}
