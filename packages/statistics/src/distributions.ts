import gammainc from '@stdlib/math-base-special-gammainc';
import betaCdfOf from '@stdlib/stats-base-dists-beta-cdf';
import betaLogPdfOf from '@stdlib/stats-base-dists-beta-logpdf';
import betaQuantileOf from '@stdlib/stats-base-dists-beta-quantile';
import normalCdfOf from '@stdlib/stats-base-dists-normal-cdf';
import normalQuantileOf from '@stdlib/stats-base-dists-normal-quantile';
import tCdfOf from '@stdlib/stats-base-dists-t-cdf';
import tQuantileOf from '@stdlib/stats-base-dists-t-quantile';

/** P(Z ≤ z) of the standard normal distribution. */
export function normalCdf(z: number): number {
  return normalCdfOf(z, 0, 1);
}

/** The z with P(Z ≤ z) = `p`, for 0 < p < 1. */
export function normalQuantile(p: number): number {
  return normalQuantileOf(p, 0, 1);
}

/** Density of the standard normal distribution at `z`. */
export function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/** P(|T| ≥ |t|) of Student's t distribution. It is exact in the far tail, where 1 − P would be 0. */
export function tTwoSidedTail(t: number, degreesOfFreedom: number): number {
  return 2 * tCdfOf(-Math.abs(t), degreesOfFreedom);
}

/** The t with P(T ≤ t) = `p`, for 0 < p < 1. */
export function tQuantile(p: number, degreesOfFreedom: number): number {
  return tQuantileOf(p, degreesOfFreedom);
}

/** P(T ≤ t) of Student's t distribution. */
export function tCdf(t: number, degreesOfFreedom: number): number {
  return tCdfOf(t, degreesOfFreedom);
}

/** P(X ≤ x) of the gamma distribution with a scale of 1. */
export function gammaCdf(x: number, shape: number): number {
  return x <= 0 ? 0 : gammainc(x, shape, true, false);
}

/** P(X ≥ x) of the chi-square distribution. */
export function chiSquareTail(x: number, degreesOfFreedom: number): number {
  return x <= 0 ? 1 : gammainc(x / 2, degreesOfFreedom / 2, true, true);
}

/** The two parameters of a beta distribution, both above 0. */
export interface Beta {
  readonly alpha: number;
  readonly beta: number;
}

/** P(X ≤ x) of a beta distribution. */
export function betaCdf(x: number, { alpha, beta }: Beta): number {
  return betaCdfOf(x, alpha, beta);
}

/** Density of a beta distribution at `x`. */
export function betaDensity(x: number, { alpha, beta }: Beta): number {
  return Math.exp(betaLogPdfOf(x, alpha, beta));
}

/** The x with P(X ≤ x) = `p`, for 0 < p < 1. */
export function betaQuantile(p: number, { alpha, beta }: Beta): number {
  return betaQuantileOf(p, alpha, beta);
}
