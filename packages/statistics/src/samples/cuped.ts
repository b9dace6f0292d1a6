import type { Sample, Sums } from './sample';
import { meanSample, NEAR_ZERO, sampleCovariance } from './sample';

/** A variant with a covariate: the same value of its units before they were exposed. */
export interface CovariateSample {
  readonly sample: Sample;
  readonly covariate: Sums;
  /** Sum over units of value × covariate. */
  readonly productSum: number;
}

/** Two samples after the adjustment, which removes the variation that the covariate explains. */
export interface Adjusted {
  readonly control: Sample;
  readonly treatment: Sample;
  /** Slope of the value on the covariate; 0 if the covariate does not vary. */
  readonly theta: number;
}

/**
 * CUPED: subtracts θ × (covariate − mean covariate of both variants), with θ = cov(Y, X)/var(X) over the units of
 * both variants together (Deng, Xu, Kohavi and Walker 2013, "Improving the Sensitivity of Online Controlled
 * Experiments by Utilizing Pre-Experiment Data"). The adjusted means estimate the same values as the unadjusted ones,
 * so absolute and relative effects are computed from them as usual.
 */
export function adjustByCovariate(control: CovariateSample, treatment: CovariateSample): Adjusted {
  const { theta, mean } = pooledSlope(control, treatment);
  return {
    control: adjusted(control, theta, mean),
    treatment: adjusted(treatment, theta, mean),
    theta,
  };
}

/**
 * CUPED as PostHog calculates it: subtracts θ × covariate without adding the mean covariate back. The difference of the
 * two means is that of `adjustByCovariate`. PostHog divides a relative effect by the unadjusted control mean and uses
 * the adjusted treatment mean for its variance, which is then too small if the covariate is far from zero: 16 % of A/A
 * experiments appear to differ (docs/statistics.md).
 */
export function adjustByCovariateAsPostHog(
  control: CovariateSample,
  treatment: CovariateSample,
): Adjusted {
  const { theta } = pooledSlope(control, treatment);
  return {
    control: adjusted(control, theta, 0),
    treatment: adjusted(treatment, theta, 0),
    theta,
  };
}

/** θ, and the mean of the covariate over the units of both variants. */
function pooledSlope(
  control: CovariateSample,
  treatment: CovariateSample,
): { readonly theta: number; readonly mean: number } {
  const both = [control, treatment];
  const total = (of: (one: CovariateSample) => number) =>
    both.reduce((sum, one) => sum + of(one), 0);
  const count = total(({ sample }) => sample.count);
  const covariate = {
    sum: total((one) => one.covariate.sum),
    sumSquares: total((one) => one.covariate.sumSquares),
  };
  const { mean, variance } = meanSample(count, covariate);
  if (variance < NEAR_ZERO) return { theta: 0, mean };
  const sum = total(({ sample }) => sample.mean * sample.count);
  const productSum = total((one) => one.productSum);
  const theta = sampleCovariance(count, sum, covariate.sum, productSum) / variance;
  return { theta, mean };
}

function adjusted(
  { sample, covariate, productSum }: CovariateSample,
  theta: number,
  centre: number,
): Sample {
  if (theta === 0) return sample;
  const { count, mean, variance } = sample;
  const before = meanSample(count, covariate);
  const covariance = sampleCovariance(count, mean * count, covariate.sum, productSum);
  return {
    count,
    mean: mean - theta * (before.mean - centre),
    variance: Math.max(variance + theta ** 2 * before.variance - 2 * theta * covariance, NEAR_ZERO),
  };
}
