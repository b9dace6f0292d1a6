/**
 * Every aggregation and window function that PostHog has (`docs/wire/hogql-tables.md#aggregate-functions` and
 * `docs/wire/hogql-tables.md#window-functions`) as `name/arity`.
 */
const COMBINED = 'avg/1 sum/1 min/1 max/1 count/1 countDistinct/1 median/1';

const FIRST = ['If', 'Array', 'Map', 'State', 'Merge', 'ForEach', 'OrDefault', 'OrNull'];
const WITH_ARGUMENT = ['ArgMin', 'ArgMax'];
const SECOND = ['If', 'OrDefault', 'OrNull'];

/** The generated combinators of the aggregations that have all of them. */
const generated = COMBINED.split(' ').flatMap((entry) => {
  const name = entry.slice(0, entry.indexOf('/'));
  return [...FIRST, ...WITH_ARGUMENT].flatMap((first) => [
    `${name}${first}`,
    ...SECOND.filter((second) => second !== first).map((second) => `${name}${first}${second}`),
  ]);
});

export const LISTED_COMBINATIONS: readonly string[] = generated;

export const LISTED_AGGREGATES: readonly string[] = `
count/0-1 countIf/1-2 countDistinct/1 countDistinctIf/2 sum/1 sumIf/2 avg/1 avgIf/2 min/1 minIf/2 max/1 maxIf/2
any/1 anyIf/2 anyLast/1 anyLastIf/2 anyHeavy/1 anyHeavyIf/2 median/1 medianIf/2 medianExact/1 medianExactIf/2
medianExactLow/1 medianExactLowIf/2 medianExactHigh/1 medianExactHighIf/2 medianExactWeighted/2 medianExactWeightedIf/3
medianTiming/1 medianTimingIf/2 medianTimingWeighted/2 medianTimingWeightedIf/3 medianDeterministic/2
medianDeterministicIf/3 medianTDigest/1 medianTDigestIf/2 medianTDigestWeighted/2 medianTDigestWeightedIf/3
medianBFloat16/1 medianBFloat16If/2 avgWeighted/2 avgWeightedIf/3 stddevPop/1 stddevPopIf/2 stddevSamp/1
stddevSampIf/2 varPop/1 varPopIf/2 varSamp/1 varSampIf/2 skewPop/1 skewPopIf/2 skewSamp/1 skewSampIf/2 kurtPop/1
kurtPopIf/2 kurtSamp/1 kurtSampIf/2 covarPop/2 covarPopIf/3 covarSamp/2 covarSampIf/3 corr/2 corrIf/3
argMin/2 argMinIf/3 argMinState/2 argMinMerge/1 argMax/2 argMaxIf/3 argMaxState/2 argMaxMerge/1
uniq/1-* uniqIf/2-* uniqExact/1-* uniqExactIf/2-* uniqHLL12/1-* uniqHLL12If/2-* uniqTheta/1-* uniqThetaIf/2-*
uniqState/1 uniqMerge/1 uniqMap/1 uniqUpToMerge/1
groupArray/1 array_agg/1 groupArrayIf/2 groupUniqArray/1 groupUniqArrayIf/2 groupUniqArrayArray/1 groupArrayInsertAt/2
groupArrayMovingAvg/1 groupArrayMovingSum/1 groupArraySample/1
quantile/1 quantiles/1 quantileIf/2 quantilesIf/2 quantileExact/1 quantilesState/1 quantilesMerge/1
groupBitAnd/1 groupBitOr/1 groupBitXor/1 groupBitmap/1 groupBitmapAnd/1 groupBitmapOr/1 groupBitmapXor/1
groupBitmapState/1 sumMap/1-2 sumMapIf/2-3 sumMapMerge/1 minMap/1-2 minMapIf/2-3 minMapMerge/1 maxMap/1-2 maxMapIf/2-3
maxMapMerge/1 avgMap/1 avgMapIf/2 avgMapMerge/1 countMap/1 countMapIf/2 countMapMerge/1
sumWithOverflow/1 deltaSum/1 deltaSumTimestamp/2 topK/1 simpleLinearRegression/2 contingency/2 cramersV/2
cramersVBiasCorrected/2 theilsU/2 maxIntersections/2 maxIntersectionsPosition/2 windowFunnel/2-99 md5/1 json_agg/1
string_agg/2 every/1 bool_and/1
sequenceMatch/3 sequenceCount/3 retention/2 groupArrayLast/1 histogram/1
`
  .trim()
  .split(/\s+/);

export const LISTED_WINDOWS: readonly string[] = (
  'rank/0 dense_rank/0 row_number/0 first_value/1 last_value/1 nth_value/2 lagInFrame/1-3 leadInFrame/1-3 ' +
  'lag/1-3 lead/1-3'
).split(' ');
