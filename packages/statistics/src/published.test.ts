import { isDecided } from './bayesian/posterior';
import { logNormalPosterior } from './bayesian/log-normal-posterior';
import { normalPosterior } from './bayesian/normal-posterior';
import { effectOf } from './effect';
import { sequentialTest } from './frequentist/sequential-test';
import { welchTest } from './frequentist/welch-test';
import { daysNeeded, minimumDetectableEffect, unitsInControl } from './planning';
import { sampleRatio } from './sample-ratio';
import { adjustByCovariate } from './samples/cuped';
import type { Sample } from './samples/sample';
import { meanSample, proportionSample, ratioSample } from './samples/sample';

/** Examples whose results are published in tests of PostHog and GrowthBook, and in the literature. */
describe('published examples', () => {
  const control = meanSample(2507, { sum: 1196.87, sumSquares: 37_377.9767 });
  const treatment = meanSample(2461, { sum: 1922.7, sumSquares: 94_698.29 });

  function welch(c: Sample, t: Sample): number[] {
    const effect = effectOf(c, t, 'relative');
    const { pValue, interval } = welchTest(c, t, effect, 0.05);
    return [effect.estimate, pValue, ...interval];
  }

  function expectClose(received: readonly number[], expected: readonly number[]): void {
    expect(received.map((value) => Math.round(value * 1e4) / 1e4)).toEqual(
      expected.map((value) => Math.round(value * 1e4) / 1e4),
    );
  }

  it('PostHog: a mean, frequentist', () => {
    expectClose(welch(control, treatment), [0.636467, 0.084878, -0.087547, 1.360482]);
  });

  it('PostHog: a proportion, frequentist', () => {
    const [c, t] = [proportionSample(1529, 87), proportionSample(1471, 62)];
    expectClose(welch(c, t), [-0.259254, 0.03096, -0.494753, -0.023756]);
  });

  it('PostHog: a ratio, frequentist', () => {
    const sample = (count: number, sum: number, sumSquares: number, units: number): Sample =>
      ratioSample(count, {
        numerator: { sum, sumSquares },
        denominator: { sum: units, sumSquares: units },
        productSum: sum,
      });
    const c = sample(1966, 94_605.79858780127, 10_463_129.505392816, 936);
    const t = sample(2034, 99_673.9364269569, 11_298_745.182728939, 947);
    expectClose(welch(c, t), [0.041333, 0.0032826, 0.01378609, 0.0689]);
  });

  it('PostHog: a mean, Bayesian', () => {
    const posterior = normalPosterior(effectOf(control, treatment, 'relative'), 0.95);
    expectClose([posterior.chanceToWin, ...posterior.interval], [0.95759, -0.08733, 1.36026]);
    expect(isDecided(posterior, 0.95)).toBe(true);
    expect(isDecided(posterior, 0.96)).toBe(false);
  });

  it('GrowthBook: a mean, sequential', () => {
    const c = meanSample(3000, { sum: 1396.87, sumSquares: 52_377.9767 });
    const t = meanSample(3461, { sum: 2422.7, sumSquares: 134_698.29 });
    const effect = effectOf(c, t, 'relative');
    const { pValue, interval, significant } = sequentialTest(effect, 6461, 0.05, 1000);
    expectClose([effect.estimate, ...interval, pValue], [0.50336, -0.55844, 1.56516, 1]);
    expect(significant).toBe(false);
  });

  it('Kohavi, Tang and Xu 2020, chapter 15: sixteen variances over the squared difference', () => {
    const design = { alpha: 0.05, power: 0.8, ratio: 1 };
    const units = unitsInControl({ mean: 1, variance: 4 }, 0.1, design);
    // The rule of thumb is 16 × 4 / 0.01 = 6400 units.
    expect(units).toBe(6280);
    expect(minimumDetectableEffect({ mean: -1, variance: 4 }, units, design)).toBeCloseTo(0.1, 4);
    expect(daysNeeded(2 * units, 1000)).toBe(13);
  });

  it('Kohavi, Tang and Xu 2020, chapter 21: 821,588 and 815,482 users of a split in halves', () => {
    const { pValue } = sampleRatio([
      { observed: 821_588, share: 1 },
      { observed: 815_482, share: 1 },
    ]);
    expect(pValue).toBeCloseTo(1.8e-6, 7);
  });
});

describe('rules of the methods', () => {
  const control = { count: 4000, mean: 3, variance: 9 };

  it('the sequential interval contains zero if and only if the p-value is not below alpha', () => {
    for (let step = 0; step <= 400; step++) {
      const treatment = { count: 4200, mean: 3 + step * 0.002, variance: 9 };
      const effect = effectOf(control, treatment, 'relative');
      const { interval, significant } = sequentialTest(effect, 8200, 0.05, 5000);
      expect(significant).toBe(interval[0] > 0);
    }
  });

  it('a sequential interval is wider than the interval of a single check', () => {
    const treatment = { count: 4200, mean: 3.2, variance: 9 };
    const effect = effectOf(control, treatment, 'absolute');
    const single = welchTest(control, treatment, effect, 0.05).interval;
    const sequence = sequentialTest(effect, 8200, 0.05, 5000).interval;
    expect(sequence[0]).toBeLessThan(single[0]);
    expect(sequence[1]).toBeGreaterThan(single[1]);
  });

  it('exchanged variants invert the ratio of the log-normal model', () => {
    const treatment = { count: 300, mean: 4, variance: 20 };
    const there = logNormalPosterior(control, treatment, 0.95);
    const back = logNormalPosterior(treatment, control, 0.95);
    expect(1 + back.interval[1]).toBeCloseTo(1 / (1 + there.interval[0]), 12);
    expect(back.chanceToWin).toBeCloseTo(1 - there.chanceToWin, 12);
  });

  it('a constant covariate does not change the result', () => {
    const flat = { covariate: { sum: 20_000, sumSquares: 100_000 }, productSum: 60_000 };
    const sample = { ...control };
    const { theta, ...adjusted } = adjustByCovariate({ sample, ...flat }, { sample, ...flat });
    expect(theta).toBe(0);
    expect(adjusted).toEqual({ control, treatment: control });
  });

  it.each([
    ['no units', () => meanSample(0, { sum: 0, sumSquares: 0 }), 'There are no units.'],
    [
      'impossible sums',
      () => meanSample(2, { sum: 10, sumSquares: 1 }),
      /smaller than the sum allows/,
    ],
    ['too many successes', () => proportionSample(3, 4), /not between 0 and the number of units/],
    [
      'a denominator of zero',
      () => {
        const nothing = { sum: 0, sumSquares: 0 };
        return ratioSample(2, { numerator: nothing, denominator: nothing, productSum: 0 });
      },
      'The denominator is zero.',
    ],
    [
      'a control mean of zero',
      () => effectOf({ ...control, mean: 0 }, control, 'relative'),
      'The control mean is zero.',
    ],
    [
      'values that do not vary',
      () => effectOf({ ...control, variance: 0 }, { ...control, variance: 0 }, 'absolute'),
      'The values do not vary.',
    ],
    [
      'a single unit',
      () => {
        const single = { ...control, count: 1 };
        return welchTest(single, control, effectOf(single, control, 'absolute'), 0.05);
      },
      /at least two units/,
    ],
    ['one variant', () => sampleRatio([{ observed: 3, share: 1 }]), /at least two variants/],
    [
      'a plan without effect',
      () => unitsInControl({ mean: 0, variance: 1 }, 0.1, { alpha: 0.05, power: 0.8, ratio: 1 }),
      /effect or the baseline is zero/,
    ],
    [
      'a power that a test without an effect has already',
      () => minimumDetectableEffect(control, 100, { alpha: 0.9, power: 0.01, ratio: 1 }),
      /above half of alpha/,
    ],
    [
      'an effect that no number of units detects',
      () =>
        unitsInControl({ mean: 1e-300, variance: 1 }, 0.1, { alpha: 0.05, power: 0.8, ratio: 1 }),
      /too large or too small/,
    ],
    ['a duration without a number', () => daysNeeded(1e300, 1e-300), /too large or too small/],
  ])('%s is an error', (_, calculate, message) => {
    expect(calculate).toThrow(message);
  });
});
