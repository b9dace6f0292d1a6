import type { ExperimentMetric, ExperimentStatsConfig } from '@tidemark/contracts';
import type { DifferenceType, Effect, Sample } from '@tidemark/statistics';
import {
  adjustByCovariateAsPostHog,
  effectOf,
  isDecided,
  meanSample,
  normalPosterior,
  proportionSample,
  ratioSample,
  sequentialTest,
  StatisticsError,
  welchTest,
} from '@tidemark/statistics';
import type { VariantSums } from './sums';

/**
 * How a variant compares with the baseline (`docs/wire/experiments.md#statistics`); null where the numbers do not
 * allow it.
 */
export type Comparison =
  | {
      readonly method: 'frequentist';
      readonly significant: boolean | null;
      readonly p_value: number | null;
      readonly confidence_interval: readonly [number, number] | null;
    }
  | {
      readonly method: 'bayesian';
      readonly significant: boolean | null;
      readonly chance_to_win: number | null;
      readonly credible_interval: readonly [number, number] | null;
    };

const DEFAULT_LEVEL = 0.95;
const DEFAULT_ALPHA = 0.05;
const DEFAULT_TUNING = 5_000;
/** The number of conversions, and of units without one, that the posterior of a conversion needs. */
const LEAST = 5;

/** @param pair null where one of them is not fit to be compared */
export function compare(
  metric: ExperimentMetric,
  config: ExperimentStatsConfig | null,
  pair: { readonly control: VariantSums; readonly treatment: VariantSums } | null,
): Comparison {
  const isFrequentist = config?.method === 'frequentist';
  const result = pair && orNull(() => (isFrequentist ? tested : believed)(metric, config, pair));
  if (result !== null) return result;
  return isFrequentist
    ? { method: 'frequentist', significant: null, p_value: null, confidence_interval: null }
    : { method: 'bayesian', significant: null, chance_to_win: null, credible_interval: null };
}

interface Pair {
  readonly control: VariantSums;
  readonly treatment: VariantSums;
}

/** Both samples as they are compared, and the mean that relative effects are divided by. */
interface Compared {
  readonly control: Sample;
  readonly treatment: Sample;
  readonly reference: number;
}

function tested(
  metric: ExperimentMetric,
  config: ExperimentStatsConfig | null,
  pair: Pair,
): Comparison {
  const { frequentist } = config ?? {};
  const alpha = frequentist?.alpha ?? DEFAULT_ALPHA;
  const samples = samplesOf(metric, pair);
  const { control, treatment } = samples;
  const effect = effectIn(samples, frequentist?.difference_type);
  const { pValue, interval, significant } =
    frequentist?.sequential_testing_enabled === true
      ? sequentialTest(
          effect,
          control.count + treatment.count,
          alpha,
          frequentist.sequential_tuning_parameter ?? DEFAULT_TUNING,
        )
      : welchTest(control, treatment, effect, alpha);
  return { method: 'frequentist', significant, p_value: pValue, confidence_interval: interval };
}

/** Null for conversions that are too few, or nearly all. @throws StatisticsError */
function believed(
  metric: ExperimentMetric,
  config: ExperimentStatsConfig | null,
  pair: Pair,
): Comparison | null {
  const { bayesian } = config ?? {};
  const level = bayesian?.ci_level ?? DEFAULT_LEVEL;
  const samples = samplesOf(metric, pair);
  if (metric.metric_type === 'funnel' && pair.control.covariate === null) {
    const variants = [pair.control, pair.treatment];
    if (variants.some(({ samples: all, sum }) => sum < LEAST || all - sum < LEAST)) return null;
  }
  const difference = differenceOf(bayesian?.difference_type);
  if (difference === 'relative' && samples.reference <= 0) return null;
  const posterior = normalPosterior(effectIn(samples, difference), level);
  return {
    method: 'bayesian',
    significant: isDecided(posterior, level),
    chance_to_win: posterior.chanceToWin,
    credible_interval: posterior.interval,
  };
}

function effectIn(
  { control, treatment, reference }: Compared,
  difference: string | null | undefined,
): Effect {
  return effectOf(control, treatment, differenceOf(difference), reference);
}

function differenceOf(given: string | null | undefined): DifferenceType {
  return given?.toLowerCase() === 'absolute' ? 'absolute' : 'relative';
}

/** @throws StatisticsError */
function samplesOf(metric: ExperimentMetric, pair: Pair): Compared {
  const control = sampleOf(metric, pair.control);
  const treatment = sampleOf(metric, pair.treatment);
  const { covariate: before } = pair.control;
  const { covariate: beforeTreatment } = pair.treatment;
  const reference = control.mean;
  if (before === null || beforeTreatment === null) return { control, treatment, reference };
  const adjusted = adjustByCovariateAsPostHog(
    { sample: control, covariate: before, productSum: before.productSum },
    { sample: treatment, covariate: beforeTreatment, productSum: beforeTreatment.productSum },
  );
  return { control: adjusted.control, treatment: adjusted.treatment, reference };
}

function sampleOf({ metric_type: type }: ExperimentMetric, sums: VariantSums): Sample {
  const { samples, sum, denominator } = sums;
  if (type === 'funnel') return proportionSample(samples, sum);
  if (denominator === null) return meanSample(samples, sums);
  return ratioSample(samples, {
    numerator: sums,
    denominator,
    productSum: denominator.productSum,
  });
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    // Such as values that do not vary: there is nothing to be said of them, and the sums are shown all the same.
    if (error instanceof StatisticsError) return null;
    throw error;
  }
}
