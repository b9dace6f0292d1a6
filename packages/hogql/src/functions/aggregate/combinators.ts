import type { AggregateSpec } from '../spec';

interface Combinator {
  readonly suffix: string;
  readonly extraArgs: number;
  /** Takes one state, whatever went into it. */
  readonly takesState?: true;
}

/** `sumIf(x, condition)`: every aggregate has it. */
const IF: Combinator = { suffix: 'If', extraArgs: 1 };

const OTHERS: readonly Combinator[] = [
  { suffix: 'Array', extraArgs: 0 },
  { suffix: 'Map', extraArgs: 0 },
  { suffix: 'State', extraArgs: 0 },
  { suffix: 'Merge', extraArgs: 0, takesState: true },
  { suffix: 'ForEach', extraArgs: 0 },
  { suffix: 'OrDefault', extraArgs: 0 },
  { suffix: 'OrNull', extraArgs: 0 },
  { suffix: 'ArgMin', extraArgs: 1 },
  { suffix: 'ArgMax', extraArgs: 1 },
];

/** Second suffixes of the aggregates that have the full set. */
const SECOND = ['If', 'OrDefault', 'OrNull'];

const FULL = new Set(['avg', 'sum', 'min', 'max', 'count', 'countDistinct', 'median']);
const STATEFUL = new Set([
  'uniq',
  'uniqExact',
  'argMin',
  'argMax',
  'quantile',
  'quantiles',
  'groupBitmap',
]);

function combine(base: AggregateSpec, combinator: Combinator): AggregateSpec {
  const { suffix, extraArgs, takesState } = combinator;
  const opaque =
    suffix === 'State' || suffix === 'Merge' || suffix === 'Map' || suffix === 'ForEach';
  return {
    ...base,
    name: base.name + suffix,
    engine: base.engine + suffix,
    minArgs: takesState ? 1 : base.minArgs + extraArgs,
    maxArgs: takesState ? 1 : base.maxArgs + extraArgs,
    result: opaque || suffix === 'Array' ? 'Unknown' : base.result,
    nullability: suffix === 'OrNull' ? 'always' : base.nullability,
    caseInsensitive: base.caseInsensitive,
    conditional: base.conditional || suffix === IF.suffix,
    numeric: base.numeric && !opaque && suffix !== 'Array',
  };
}

function derive(base: AggregateSpec): AggregateSpec[] {
  const withIf = combine(base, IF);
  if (FULL.has(base.name)) {
    const firsts = OTHERS.map((combinator) => combine(base, combinator));
    const seconds = [...firsts, withIf].flatMap((first) =>
      SECOND.filter((suffix) => !first.name.endsWith(suffix)).map((suffix) =>
        combine(first, { suffix, extraArgs: suffix === 'If' ? 1 : 0 }),
      ),
    );
    return [withIf, ...firsts, ...seconds];
  }
  if (STATEFUL.has(base.name)) {
    const states = OTHERS.filter(({ suffix }) => suffix === 'State' || suffix === 'Merge');
    return [withIf, ...states.map((combinator) => combine(base, combinator))];
  }
  return [withIf];
}

/** The bases and everything that suffixes make of them. */
export function withCombinators(bases: readonly AggregateSpec[]): AggregateSpec[] {
  return bases.flatMap((base) => [base, ...derive(base)]);
}
