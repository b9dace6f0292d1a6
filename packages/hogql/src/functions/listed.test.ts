import { specials } from '../lower/calls/special';
import { aggregates, scalars, windows } from './find';
import {
  LISTED_AGGREGATES,
  LISTED_COMBINATIONS,
  LISTED_WINDOWS,
} from './test-support/listed-aggregates';
import { LISTED_SCALARS } from './test-support/listed-scalars';

interface Arity {
  readonly minArgs: number;
  readonly maxArgs: number;
}

type Find = (name: string) => Arity | undefined;

/** Entries that cannot be called with every listed number of arguments. */
function lacking(entries: readonly string[], find: Find): string[] {
  return entries.filter((entry) => {
    const [name = '', arity = ''] = entry.split('/');
    const [min = '', max = min] = arity.split('-');
    const found = find(name);
    const most = max === '*' ? Infinity : Number(max);
    return found === undefined || found.minArgs > Number(min) || found.maxArgs < most;
  });
}

describe('the catalogue contains', () => {
  it('every scalar function that PostHog has', () => {
    const find: Find = (name) => specials.find(name) ?? scalars.find(name);
    expect(lacking(LISTED_SCALARS, find)).toEqual([]);
  });

  it('every aggregation', () => {
    const find: Find = (name) => aggregates.find(name) ?? specials.find(name);
    expect(lacking(LISTED_AGGREGATES, find)).toEqual([]);
  });

  it('every combination that suffixes make', () => {
    const missing = LISTED_COMBINATIONS.filter((name) => aggregates.find(name) === undefined);
    expect(missing).toEqual([]);
  });

  it('every window function', () => {
    expect(lacking(LISTED_WINDOWS, (name) => windows.find(name))).toEqual([]);
  });
});
