import { aggregateFunctions } from '../../../functions/declared/aggregates';
import type { AggregateCase } from './case';

interface Combined {
  readonly args: readonly string[];
  readonly expected: unknown;
}

type Suffix = (call: Combined) => Combined | null;

const same: Suffix = (call) => call;
const withCondition: Suffix = ({ args, expected }) => ({ args: [...args, '1'], expected });

/** The expected change of a known result by a suffix; null if the suffix has no meaning there. */
const SUFFIXES: Readonly<Record<string, Suffix>> = {
  If: withCondition,
  // All rows tie.
  ArgMin: withCondition,
  ArgMax: withCondition,
  OrDefault: same,
  OrNull: same,
  // No value occurs in two rows.
  Distinct: ({ args, expected }) => (args.includes('number') ? { args, expected } : null),
  Array: ({ args, expected }) =>
    args.length === 0 ? null : { args: args.map((arg) => `[${arg}]`), expected },
  ForEach: ({ args, expected }) =>
    args.length === 0 ? null : { args: args.map((arg) => `[${arg}]`), expected: [expected] },
  Map: ({ args: [only, ...more], expected }) =>
    only === undefined || more.length > 0
      ? null
      : { args: [`map('k', ${only})`], expected: { k: expected } },
};

const names = new Set(aggregateFunctions.map(({ name }) => name));

const STATE = /^(.*?)State$/;

/** The suffixes of a name in order; null if it is not a combination of this base. */
function suffixesOf(name: string, base: string): string[] | null {
  if (!name.startsWith(base) || name === base) return null;
  const parts = name
    .slice(base.length)
    .match(/If|Arg(?:Min|Max)|Or(?:Default|Null)|Distinct|Array|ForEach|Map/g);
  return parts?.join('') === name.slice(base.length) ? parts : null;
}

function combine(test: AggregateCase, suffixes: readonly string[]): Combined | null {
  return suffixes.reduce<Combined | null>(
    (call, suffix) => (call === null ? null : (SUFFIXES[suffix]?.(call) ?? null)),
    test,
  );
}

/** A combination as a column of a query over the numbers. */
export interface CombinedCase {
  readonly name: string;
  /** The aggregation over the numbers, or over one state per number. */
  readonly call: string;
  /** The state that `call` merges. */
  readonly state: string | null;
  readonly expected: unknown;
}

/** Every combination of the aggregation in a case, with the expected result. */
export function combinationsOf(test: AggregateCase): CombinedCase[] {
  const params = test.params ?? '';
  return aggregateFunctions.flatMap(({ name }): CombinedCase[] => {
    const base = STATE.exec(name)?.[1] ?? name;
    const isState = base !== name;
    if (isState && !names.has(`${base}Merge`)) return [];
    const suffixes = isState && base === test.name ? [] : suffixesOf(base, test.name);
    const made = suffixes === null ? null : combine(test, suffixes);
    if (made === null) return [];
    const { expected } = made;
    const call = `${name}${params}(${made.args.join(', ')})`;
    if (!isState) return [{ name, call, state: null, expected }];
    return [{ name, call: `${base}Merge${params}(state)`, state: call, expected }];
  });
}
