import { chiSquareTail } from './distributions';
import { StatisticsError } from './statistics-error';

/** Observed units of a variant and its intended share of units. */
export interface VariantSize {
  readonly observed: number;
  /** Any positive weight; shares are normalised. */
  readonly share: number;
}

/** The goodness of fit of the sizes to the shares. */
export interface SampleRatio {
  /** Expected units, in the order of the variants. */
  readonly expected: readonly number[];
  /** The p-value. If it is below 0.001, the units are not split as intended, and results should not be trusted. */
  readonly pValue: number;
}

/**
 * Sample ratio mismatch: the chi-square test of goodness of fit against the shares of the flag
 * (Fabijan et al. 2019, "Diagnosing Sample Ratio Mismatch in Online Controlled Experiments").
 *
 * @throws StatisticsError with fewer than two variants, or a share that is not above zero
 */
export function sampleRatio(variants: readonly VariantSize[]): SampleRatio {
  if (variants.length < 2) throw new StatisticsError('A ratio needs at least two variants.');
  if (!variants.every(({ share }) => share > 0)) {
    throw new StatisticsError('Each share has to be above zero.');
  }
  const total = (of: (variant: VariantSize) => number) =>
    variants.reduce((sum, variant) => sum + of(variant), 0);
  const [units, shares] = [total(({ observed }) => observed), total(({ share }) => share)];
  const expected = variants.map(({ share }) => (units * share) / shares);
  const statistic = variants.reduce((sum, { observed }, at) => {
    const e = expected[at] ?? 0;
    return e === 0 ? sum : sum + (observed - e) ** 2 / e;
  }, 0);
  return { expected, pValue: chiSquareTail(statistic, variants.length - 1) };
}
