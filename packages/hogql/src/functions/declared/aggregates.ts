import { baseAggregates } from './base-aggregates';
import type { AggregateSpec } from './spec';

interface Combinator {
  readonly suffix: string;
  readonly extraArgs: number;
  /** Takes one state of any arguments. */
  readonly takesState?: true;
}

const IF: Combinator = { suffix: 'If', extraArgs: 1 };
const MAP: Combinator = { suffix: 'Map', extraArgs: 0 };
const STATE: Combinator = { suffix: 'State', extraArgs: 0 };
const MERGE: Combinator = { suffix: 'Merge', extraArgs: 0, takesState: true };
const OR_DEFAULT: Combinator = { suffix: 'OrDefault', extraArgs: 0 };
const OR_NULL: Combinator = { suffix: 'OrNull', extraArgs: 0 };

/** The combinators of every aggregation. */
const FIRST: readonly Combinator[] = [
  IF,
  STATE,
  MERGE,
  OR_DEFAULT,
  OR_NULL,
  { suffix: 'Array', extraArgs: 0 },
  MAP,
  { suffix: 'ForEach', extraArgs: 0 },
  { suffix: 'Distinct', extraArgs: 0 },
  { suffix: 'ArgMin', extraArgs: 1 },
  { suffix: 'ArgMax', extraArgs: 1 },
];

/** Second suffixes of the aggregates that have the full set. */
const SECOND: readonly Combinator[] = [IF, OR_DEFAULT, OR_NULL];

/** Second suffixes of every `...If` and `...Map`. */
const STATES: readonly Combinator[] = [STATE, MERGE];

const FULL = new Set(['avg', 'sum', 'min', 'max', 'count', 'countDistinct', 'median']);

/** Combinators that change the type of the result. */
const OTHER_RESULTS = new Set(['State', 'Merge', 'Map', 'ForEach', 'Array']);

/** `sumMap(keys, values)` beside `sumMap(map)`. */
const MAPS_OF_ARRAYS = new Set(['sum', 'min', 'max']);

function combine(base: AggregateSpec, combinator: Combinator): AggregateSpec {
  const { suffix, extraArgs, takesState } = combinator;
  const arrays = suffix === 'Map' && MAPS_OF_ARRAYS.has(base.name) ? 1 : 0;
  const other = OTHER_RESULTS.has(suffix);
  const sameArguments = !other || suffix === STATE.suffix;
  return {
    ...base,
    name: base.name + suffix,
    engine: base.engine + suffix,
    minArgs: takesState ? 1 : base.minArgs + extraArgs,
    maxArgs: takesState ? 1 : base.maxArgs + extraArgs + arrays,
    result: other ? 'Unknown' : base.result,
    nullability: suffix === 'OrNull' ? 'always' : base.nullability,
    conditional: suffix === IF.suffix || (base.conditional && sameArguments),
    numeric: base.numeric && sameArguments,
    suggested: suffix === IF.suffix,
  };
}

function derive(base: AggregateSpec): AggregateSpec[] {
  const takes = ({ suffix }: Combinator): boolean => !base.without.includes(suffix);
  const firsts = FIRST.filter(takes).map((combinator) => combine(base, combinator));
  const seconds = FULL.has(base.name)
    ? firsts.flatMap((first) =>
        SECOND.filter(({ suffix }) => !first.name.endsWith(suffix)).map((second) =>
          combine(first, second),
        ),
      )
    : [];
  const states = [IF, MAP]
    .filter(takes)
    .flatMap((first) =>
      STATES.filter(takes).map((second) => combine(combine(base, first), second)),
    );
  return [...firsts, ...seconds, ...states];
}

/** The base aggregates and all their combinations; a base wins over a combination with the same name. */
function withCombinators(bases: readonly AggregateSpec[]): AggregateSpec[] {
  const names = new Set(bases.map((base) => base.name));
  return bases.flatMap((base) => [base, ...derive(base).filter(({ name }) => !names.has(name))]);
}

/** NULL if there are no rows, as in PostHog; the other combinations of these aggregations are NaN. */
const NULL_WITHOUT_ROWS = new Set(['avgArray', 'medianArray']);

export const aggregateFunctions = withCombinators(baseAggregates).map((spec): AggregateSpec =>
  NULL_WITHOUT_ROWS.has(spec.name)
    ? { ...spec, engine: `${spec.engine}OrNull`, nullability: 'always' }
    : spec,
);
