import { betaBinomialPosterior } from './bayesian/beta-binomial';
import { logNormalPosterior } from './bayesian/log-normal-posterior';
import { normalPosterior } from './bayesian/normal-posterior';
import type { Posterior } from './bayesian/posterior';
import { effectOf } from './effect';
import { adjustForFalseDiscovery } from './false-discovery';
import { welchTest } from './frequentist/welch-test';
import { minimumDetectableEffect, powerOf, unitsInControl } from './planning';
import { sampleRatio } from './sample-ratio';
import { adjustByCovariate, adjustByCovariateAsPostHog } from './samples/cuped';
import { meanSample, ratioSample } from './samples/sample';
import { expectNumbers, oracle } from './test-support/oracle';

const EXPECTED = oracle();

function numbersOf({ chanceToWin, interval, lossOfTreatment, lossOfControl }: Posterior): number[] {
  return [chanceToWin, ...interval, lossOfTreatment, lossOfControl];
}

describe('equal to SciPy within 1e-6', () => {
  it.each(EXPECTED.welch)('Welch, $control.count and $treatment.count units', (row) => {
    const [control, treatment] = [row.control, row.treatment].map(({ count, ...sums }) =>
      meanSample(count, sums),
    );
    if (control === undefined || treatment === undefined) throw new Error('Two samples');
    const effect = effectOf(control, treatment, 'absolute');
    const { pValue, interval } = welchTest(control, treatment, effect, 0.05);
    expectNumbers([pValue, ...interval], [row.pValue, ...row.interval]);
  });

  it.each(EXPECTED.ratioVariance)('ratio of $count units', ({ count, mean, variance, ...sums }) => {
    const sample = ratioSample(count, sums);
    expectNumbers([sample.mean, sample.variance], [mean, variance]);
  });

  it.each(EXPECTED.cuped)('CUPED with slope $theta', ({ variants, theta, means, variances }) => {
    const [control, treatment] = variants.map(({ value: { count, ...sums }, ...rest }) => ({
      sample: meanSample(count, sums),
      ...rest,
    }));
    if (control === undefined || treatment === undefined) throw new Error('Two variants');
    const adjusted = adjustByCovariateAsPostHog(control, treatment);
    expectNumbers(
      [adjusted.theta, adjusted.control.mean, adjusted.treatment.mean],
      [theta, ...means],
    );
    expectNumbers([adjusted.control.variance, adjusted.treatment.variance], variances);
    const centred = adjustByCovariate(control, treatment);
    expectNumbers([centred.control.variance, centred.treatment.variance], variances);
    const difference = (means[1] ?? 0) - (means[0] ?? 0);
    expectNumbers([centred.treatment.mean - centred.control.mean], [difference]);
  });

  it.each(EXPECTED.normalPosterior)('normal posterior around $effect.estimate', (row) => {
    expectNumbers(numbersOf(normalPosterior(row.effect, row.level)), numbersOf(row));
  });

  it.each(EXPECTED.logNormalPosterior)('log-normal posterior around $logMean', (row) => {
    // Two samples with the ratio and the variance of the log ratio of the recorded case.
    const control = { count: 1, mean: 2, variance: row.logVariance * 2 };
    const mean = 2 * Math.exp(row.logMean);
    const treatment = { count: 4, mean, variance: row.logVariance * 2 * mean ** 2 };
    const posterior = logNormalPosterior(control, treatment, row.level);
    expectNumbers(numbersOf(posterior), numbersOf(row));
  });

  it.each(EXPECTED.betaBinomial)(
    'beta-binomial, $control.successes of $control.count and $treatment.successes of $treatment.count',
    (row) => {
      const { control, treatment, difference, level } = row;
      const posterior = betaBinomialPosterior(control, treatment, difference, level);
      expectNumbers(numbersOf(posterior), numbersOf(row));
    },
  );

  it.each(EXPECTED.sampleRatio)('sample ratio of $observed', (row) => {
    const result = sampleRatio(
      row.observed.map((observed, at) => ({ observed, share: row.shares[at] ?? 0 })),
    );
    expectNumbers([...result.expected, result.pValue], [...row.expected, row.pValue]);
  });

  it.each(EXPECTED.falseDiscovery)('false discovery of $pValues', ({ pValues, adjusted }) => {
    expectNumbers(adjustForFalseDiscovery(pValues), adjusted);
  });

  it.each(EXPECTED.power)('power of $effect with $units units', (row) => {
    expectNumbers([powerOf(row, row.effect, row.units, row)], [row.power]);
  });

  it.each(EXPECTED.power)('the planned size of $effect has the planned power', (row) => {
    const design = { alpha: row.alpha, ratio: row.ratio, power: 0.8 };
    const units = unitsInControl(row, row.effect, design);
    expect(powerOf(row, row.effect, units, design)).toBeCloseTo(0.8, 3);
    expect(minimumDetectableEffect(row, units, design)).toBeCloseTo(row.effect, 3);
  });
});
