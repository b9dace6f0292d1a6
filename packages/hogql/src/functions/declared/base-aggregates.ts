import { family } from './spec';
import type { AggregateSpec, FunctionSpec } from './spec';

function withParams(specs: readonly FunctionSpec[], min: number, max: number): AggregateSpec[] {
  const rules = {
    minParams: min,
    maxParams: max,
    wholeSeconds: false,
    conditional: false,
    suggested: true,
    around: null,
    without: [],
  };
  return specs.map((spec) => ({ ...spec, ...rules }));
}

/** Aggregates over conditions that must all hold. */
function overConditions(specs: readonly AggregateSpec[]): AggregateSpec[] {
  return specs.map((spec) => ({ ...spec, conditional: true }));
}

function inside(around: string, specs: readonly AggregateSpec[]): AggregateSpec[] {
  return without(ALL_BUT_IF, specs).map((spec) => ({ ...spec, around }));
}

function without(suffixes: string, specs: readonly AggregateSpec[]): AggregateSpec[] {
  return specs.map((spec) => ({ ...spec, without: suffixes.split(' ') }));
}

const ALL_BUT_IF = 'State Merge OrDefault OrNull Array Map ForEach Distinct ArgMin ArgMax';

/** Functions over sequences of events reject times with fractions of a second. */
function overSequences(specs: readonly AggregateSpec[]): AggregateSpec[] {
  return without('Array ForEach Map', specs).map((spec) => ({ ...spec, wholeSeconds: true }));
}

const never = { nullability: 'never' } as const;
const number = { nullability: 'keep', numeric: true } as const;

/** Aggregates before combinators. */
export const baseAggregates: readonly AggregateSpec[] = [
  // The combination with Distinct has a separate name.
  ...without('Distinct', withParams(family('Integer', 'count!/0-1', never), 0, 0)),
  ...without(
    'Merge',
    withParams(family('Integer', 'groupBitmapAnd/1 groupBitmapOr/1 groupBitmapXor/1'), 0, 0),
  ),
  ...without(`If ${ALL_BUT_IF}`, withParams(family('String', 'string_agg/2', never), 0, 0)),
  ...withParams(
    [
      ...family('Integer', 'countDistinct/1=uniqExact', never),
      ...family('Integer', 'uniq/1-* uniqExact/1-* uniqHLL12/1-* uniqCombined64/1-*', never),
      // Not in every build of the engine; the estimate is that of another sketch.
      ...family('Integer', 'uniqTheta/1-*=uniqCombined64', never),
      ...family('first', 'min!/1 max!/1 any/1 anyLast/1 anyHeavy/1 argMin/2 argMax/2'),
      ...family('Unknown', 'sum!/1 sumWithOverflow/1 deltaSum/1 deltaSumTimestamp/2', number),
      ...family(
        'Float',
        `avg!/1 avgWeighted/2 median/1 medianExact/1 medianExactLow/1 medianExactHigh/1
         medianExactWeighted/2 medianTiming/1 medianTimingWeighted/2 medianTDigest/1
         medianTDigestWeighted/2 medianDeterministic/2 medianBFloat16/1 stddevPop/1
         stddevSamp/1 varPop/1 varSamp/1 skewPop/1 skewSamp/1 kurtPop/1 kurtSamp/1 covarPop/2
         covarSamp/2 corr/2`,
        number,
      ),
      ...family('Float', 'cramersV/2 cramersVBiasCorrected/2 theilsU/2 contingency/2'),
      ...family('Tuple', 'simpleLinearRegression/2', number),
      ...family('Integer', 'groupBitAnd/1 groupBitOr/1 groupBitXor/1 groupBitmap/1'),
      ...family('Integer', 'maxIntersections/2 maxIntersectionsPosition/2'),
    ],
    0,
    0,
  ),
  ...withParams(
    family('Array', 'groupArray/1 array_agg/1=groupArray groupUniqArray/1', never),
    0,
    1,
  ),
  ...withParams(family('Array', 'groupArrayInsertAt/2', never), 0, 2),
  ...without(
    'Array',
    withParams(family('Array', 'groupArrayMovingAvg/1 groupArrayMovingSum/1', number), 0, 1),
  ),
  ...withParams(family('Array', 'groupArraySample/1', never), 1, 2),
  ...withParams(
    family(
      'Float',
      `quantile/1 quantileExact/1 quantileExactLow/1 quantileExactHigh/1 quantileExactWeighted/2
       quantileTiming/1 quantileTimingWeighted/2 quantileTDigest/1 quantileTDigestWeighted/2
       quantileDeterministic/2 quantileBFloat16/1`,
      number,
    ),
    1,
    1,
  ),
  ...withParams(
    family(
      'Array',
      `quantiles/1 quantilesExact/1 quantilesExactLow/1 quantilesExactHigh/1
       quantilesExactWeighted/2 quantilesTiming/1 quantilesTimingWeighted/2 quantilesTDigest/1
       quantilesTDigestWeighted/2 quantilesDeterministic/2 quantilesBFloat16/1`,
      number,
    ),
    1,
    64,
  ),
  ...withParams(family('Array', 'histogram/1', number), 1, 1),
  ...withParams(family('Array', 'topKWeighted/2', never), 0, 2),
  ...withParams(family('Array', 'groupArrayLast/1 groupArraySorted/1', never), 1, 1),
  ...withParams(family('String', 'groupConcat/1', never), 0, 2),
  ...withParams(family('Float', 'exponentialMovingAverage/2', number), 1, 1),
  ...inside('toJSONString', withParams(family('String', 'json_agg/1=groupArray', never), 0, 0)),
  ...overConditions(withParams(family('Boolean', 'every/1=min bool_and/1=min'), 0, 0)),
  ...withParams(family('Array', 'topK/1', never), 1, 2),
  ...withParams(family('Integer', 'uniqUpTo/1-*', never), 1, 1),
  ...withParams(family('Array', 'retention/1-32', never), 0, 0),
  ...overSequences([
    ...withParams(family('Integer', 'windowFunnel/2-99', never), 1, 4),
    ...withParams(family('Boolean', 'sequenceMatch/2-99', never), 1, 1),
    ...withParams(family('Integer', 'sequenceCount/2-99', never), 1, 1),
  ]),
];
