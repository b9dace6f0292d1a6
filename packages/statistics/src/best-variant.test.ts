import { logMeanBelief, meanOfLog, rateBelief, shareBelief } from './bayesian/beliefs';
import type { Belief } from './bayesian/best-variant';
import { chanceAboveAll, lossAgainst } from './bayesian/best-variant';
import { predictedLoss } from './bayesian/predicted-shares';
import { expectNumbers } from './test-support/oracle';

/** The chance of the first to be the best, and of each other to be above the first. */
function chancesOf([first, ...others]: readonly [Belief, ...Belief[]]): number[] {
  return [
    chanceAboveAll(first, others),
    ...others.map((belief) => chanceAboveAll(belief, [first])),
  ];
}

/** The expected numbers are those of SciPy's distributions and adaptive integration. */
describe('equal to SciPy within 1e-6', () => {
  it('rates of events', () => {
    const beliefs = [rateBelief(300, 1500), rateBelief(330, 1450), rateBelief(305, 1400)] as const;
    const [first, second, third] = beliefs;
    expectNumbers(chancesOf(beliefs), [0.0253310634, 0.9473801082, 0.8535958815]);
    expectNumbers([lossAgainst(second, [first, third])], [0.0033929126]);
    expectNumbers(
      [0.025, 0.975].map((p) => second.quantile(p)),
      [0.2042026, 0.25333971],
    );
  });

  it('shares of conversions', () => {
    const beliefs = [shareBelief(120, 880), shareBelief(150, 900), shareBelief(3, 120)] as const;
    expectNumbers(chancesOf(beliefs), [0.0633792227, 0.936618859, 0.0002105143]);
    expectNumbers(
      [0.025, 0.975].map((p) => beliefs[2].quantile(p)),
      [0.00885785, 0.06907614],
    );
  });

  it('means by their logarithm', () => {
    const first = logMeanBelief(5000, 400);
    const second = logMeanBelief(6000, 420);
    const third = logMeanBelief(2000, 150);
    expectNumbers(chancesOf([first, second, third]).slice(0, 2), [0.0087260013, 0.9861315245]);
    expectNumbers([lossAgainst(second, [first, third], Math.exp)], [0.1067569435]);
    expectNumbers(
      [0.025, 0.975].map((p) => meanOfLog(second.quantile(p))),
      [13.06471243, 15.42473086],
    );
    expect(() => logMeanBelief(-1, 10)).toThrow('above zero');
  });

  it('losses of predicted conversions', () => {
    const observed = (successes: number, failures: number) => ({ successes, failures });
    expectNumbers(
      [
        predictedLoss(observed(40, 160), [observed(30, 150), observed(20, 100)]),
        predictedLoss(observed(0, 100), [observed(1, 99), observed(0, 50)]),
      ],
      [0.0189017818, 0.0241950903],
    );
  });
});

it('computes posteriors for many units, and for zero', () => {
  const million = rateBelief(1_000_000, 2_000_000);
  expect(million.quantile(0.5)).toBeCloseTo(0.5, 5);
  expect(chanceAboveAll(rateBelief(1_004_000, 2_000_000), [million])).toBeGreaterThan(0.99);
  expect(chanceAboveAll(rateBelief(0, 0), [rateBelief(0, 0)])).toBeCloseTo(0.5, 6);
  expect(chanceAboveAll(logMeanBelief(0, 0), [logMeanBelief(0, 0)])).toBeCloseTo(0.5, 6);
  const large = { successes: 100_000, failures: 900_000 };
  expect(predictedLoss(large, [{ successes: 50_000, failures: 950_000 }])).toBeCloseTo(0, 9);
});
