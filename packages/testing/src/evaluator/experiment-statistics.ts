/** The values of all units of one variant. */
export interface UnitValues {
  readonly values: readonly number[];
  readonly denominators: readonly number[] | null;
  readonly covariates: readonly number[] | null;
}

export interface Judgement {
  readonly estimate: number;
  readonly chanceToWin: number;
  readonly credible: readonly [number, number];
  readonly pValue: number;
  readonly confidence: readonly [number, number];
}

/**
 * Compares a treatment with a control at 95 %, from the values of the units. To be independent of the product's
 * formulas, it computes variances from residuals and tail probabilities by numerical integration.
 *
 * @param isRate whether the values are 0 or 1, so that the variance is p(1 − p)
 */
export function judgeVariants(
  control: UnitValues,
  treatment: UnitValues,
  { isRate = false, isAbsolute = false } = {},
): Judgement {
  const both = [control, treatment].map((one) => momentsOf(one, isRate));
  const theta = slopeOf(control, treatment);
  const [c, t] = [control, treatment].map((one, at) =>
    adjusted(one, both[at] as Moments, theta),
  ) as [Moments, Moments];
  const base = (both[0] as Moments).mean;
  const [vc, vt] = [c.variance / c.count, t.variance / t.count];
  const estimate = isAbsolute ? t.mean - c.mean : (t.mean - c.mean) / base;
  const variance = isAbsolute ? vt + vc : vt / base ** 2 + (t.mean ** 2 * vc) / base ** 4;
  const deviation = Math.sqrt(variance);
  const degrees = (vt + vc) ** 2 / (vt ** 2 / (t.count - 1) + vc ** 2 / (c.count - 1));
  const tDensity = (x: number): number => (1 + x ** 2 / degrees) ** (-(degrees + 1) / 2);
  const normalDensity = (x: number): number => Math.exp(-(x ** 2) / 2);
  const z = estimate / deviation;
  const around = (margin: number): [number, number] => [
    estimate - margin * deviation,
    estimate + margin * deviation,
  ];
  return {
    estimate,
    chanceToWin: z > 0 ? 1 - tailOf(normalDensity, z) : tailOf(normalDensity, -z),
    credible: around(quantileOf(normalDensity)),
    pValue: 2 * tailOf(tDensity, Math.abs(z)),
    confidence: around(quantileOf(tDensity)),
  };
}

interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

function momentsOf({ values, denominators }: UnitValues, isRate: boolean): Moments {
  const count = values.length;
  if (denominators !== null) {
    const ratio = total(values) / total(denominators);
    const share = total(denominators) / count;
    // The variance of a ratio is the variance of the residuals of its units.
    const residuals = values.map((value, at) => (value - ratio * (denominators[at] ?? 0)) / share);
    return { count, mean: ratio, variance: covariance(residuals, residuals) };
  }
  const mean = total(values) / count;
  return { count, mean, variance: isRate ? mean * (1 - mean) : covariance(values, values) };
}

function slopeOf(control: UnitValues, treatment: UnitValues): number {
  if (control.covariates === null || treatment.covariates === null) return 0;
  const before = [...control.covariates, ...treatment.covariates];
  const varying = covariance(before, before);
  if (varying < 1e-10) return 0;
  return covariance([...control.values, ...treatment.values], before) / varying;
}

function adjusted({ values, covariates }: UnitValues, moments: Moments, theta: number): Moments {
  if (covariates === null || theta === 0) return moments;
  const variance =
    moments.variance +
    theta ** 2 * covariance(covariates, covariates) -
    2 * theta * covariance(values, covariates);
  return {
    ...moments,
    mean: moments.mean - theta * (total(covariates) / covariates.length),
    variance,
  };
}

function covariance(one: readonly number[], other: readonly number[]): number {
  const [mean, otherMean] = [total(one) / one.length, total(other) / other.length];
  const products = one.map((value, at) => (value - mean) * ((other[at] ?? 0) - otherMean));
  return total(products) / (one.length - 1);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

type Density = (x: number) => number;

/** Both densities are practically 0 beyond this number, with the numbers of units that experiments have. */
const FAR = 40;
const PIECES = 4_000;

/** The share of a symmetric density that lies above `x`; the density need not be normalised. */
function tailOf(density: Density, x: number): number {
  return area(density, x) / (2 * area(density, 0));
}

/** The area above `from`, by Simpson's rule; the pieces are wider at a larger distance from zero. */
function area(density: Density, from: number): number {
  const at = (share: number): number => from + (FAR - Math.min(from, FAR)) * share ** 2;
  let sum = 0;
  for (let piece = 0; piece < PIECES; piece += 1) {
    const [low, high] = [at(piece / PIECES), at((piece + 1) / PIECES)];
    sum += ((high - low) / 6) * (density(low) + 4 * density((low + high) / 2) + density(high));
  }
  return sum;
}

/** The number above which 2.5 % of the density lie. */
function quantileOf(density: Density): number {
  let [low, high] = [0, 10];
  const whole = 2 * area(density, 0);
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (area(density, middle) / whole > 0.025) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
