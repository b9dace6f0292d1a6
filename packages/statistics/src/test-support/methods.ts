import { betaBinomialPosterior } from '../bayesian/beta-binomial';
import { logNormalPosterior } from '../bayesian/log-normal-posterior';
import { normalPosterior } from '../bayesian/normal-posterior';
import type { Posterior } from '../bayesian/posterior';
import { isDecided } from '../bayesian/posterior';
import type { Interval } from '../effect';
import { effectOf } from '../effect';
import { sequentialTest } from '../frequentist/sequential-test';
import { welchTest } from '../frequentist/welch-test';
import type { CovariateSample } from '../samples/cuped';
import { adjustByCovariate, adjustByCovariateAsPostHog } from '../samples/cuped';
import type { Sample } from '../samples/sample';
import { meanSample, proportionSample, ratioSample } from '../samples/sample';
import type { Random } from './random';

/** The result of one simulated experiment. */
interface Verdict {
  readonly interval: Interval;
  readonly significant: boolean;
}

/** A method of evaluating experiments, with simulated experiments whose relative effect is known. */
export interface Method {
  readonly name: string;
  readonly data: string;
  /** The true effect in the A/B experiments. */
  readonly effect: number;
  /** Whether the intervals are known to be too narrow; the table shows by how much. */
  readonly tooNarrow?: true;
  readonly run: (random: Random, effect: number) => Verdict;
}

const ALPHA = 0.05;

/** Sums of the units' values, of their squares, and of their products with a second value. */
class Tally {
  count = 0;
  readonly value = { sum: 0, sumSquares: 0 };
  readonly other = { sum: 0, sumSquares: 0 };
  productSum = 0;

  add(value: number, other = 0): void {
    this.count++;
    this.value.sum += value;
    this.value.sumSquares += value ** 2;
    this.other.sum += other;
    this.other.sumSquares += other ** 2;
    this.productSum += value * other;
  }

  get sample(): Sample {
    return meanSample(this.count, this.value);
  }
}

function tallied(units: number, add: (tally: Tally) => void): Tally {
  const tally = new Tally();
  for (let unit = 0; unit < units; unit++) add(tally);
  return tally;
}

function welched(control: Sample, treatment: Sample, controlMean?: number): Verdict {
  const effect = effectOf(control, treatment, 'relative', controlMean);
  return welchTest(control, treatment, effect, ALPHA);
}

/** Whether the chance to win is above 97.5 % or below 2.5 %, which is a two-sided test at 5 %. */
function decided(posterior: Posterior): Verdict {
  return { interval: posterior.interval, significant: isDecided(posterior, 1 - ALPHA / 2) };
}

const revenue = (random: Random, effect: number): number =>
  random.uniform() < 0.3 ? Math.exp(2 + 0.8 * random.normal()) * (1 + effect) : 0;
const CUPED_DATA = '200 units each; correlation 0.8 with the weeks before';

function withCovariate(random: Random, change: number): CovariateSample {
  const tally = tallied(200, (units) => {
    const usual = random.normal();
    units.add(10 * (1 + change) + 3.2 * usual + 2.4 * random.normal(), 10 + 4 * usual);
  });
  return { sample: tally.sample, covariate: tally.other, productSum: tally.productSum };
}

export const METHODS: readonly Method[] = [
  {
    name: 'Welch, mean',
    data: '200 units each; normal, 10 ± 4',
    effect: 0.1,
    run: (random, effect) => {
      const sample = (change: number): Sample =>
        tallied(200, (tally) => tally.add(10 * (1 + change) + 4 * random.normal())).sample;
      return welched(sample(0), sample(effect));
    },
  },
  {
    name: 'Welch, revenue',
    data: '400 units each; 30 % buy, log-normal amounts',
    effect: 0.5,
    run: (random, effect) => {
      const sample = (change: number): Sample =>
        tallied(400, (tally) => tally.add(revenue(random, change))).sample;
      return welched(sample(0), sample(effect));
    },
  },
  {
    name: 'Welch, proportion',
    data: '1,500 and 1,000 units; 20 % convert',
    effect: 0.2,
    run: (random, effect) => {
      const sample = (units: number, change: number): Sample =>
        proportionSample(units, random.conversions(units, 0.2 * (1 + change)));
      return welched(sample(1500, 0), sample(1000, effect));
    },
  },
  {
    name: 'Welch, ratio',
    data: '200 units each; amount per order, 1 to 7 orders',
    effect: 0.08,
    run: (random, effect) => {
      const sample = (change: number): Sample => {
        const { count, value, other, productSum } = tallied(200, (tally) => {
          const orders = 1 + Math.min(6, random.poisson(1.5));
          tally.add(orders * (20 + 6 * random.normal()) * (1 + change), orders);
        });
        return ratioSample(count, { numerator: value, denominator: other, productSum });
      };
      return welched(sample(0), sample(effect));
    },
  },
  {
    name: 'Welch with CUPED',
    data: CUPED_DATA,
    effect: 0.06,
    run: (random, effect) => {
      const [control, treatment] = [withCovariate(random, 0), withCovariate(random, effect)];
      const adjusted = adjustByCovariate(control, treatment);
      return welched(adjusted.control, adjusted.treatment);
    },
  },
  {
    name: 'Welch with CUPED of PostHog',
    data: CUPED_DATA,
    effect: 0.06,
    tooNarrow: true,
    run: (random, effect) => {
      const [control, treatment] = [withCovariate(random, 0), withCovariate(random, effect)];
      const adjusted = adjustByCovariateAsPostHog(control, treatment);
      return welched(adjusted.control, adjusted.treatment, control.sample.mean);
    },
  },
  {
    name: 'Sequential, 28 daily analyses',
    data: '300 units a day each; 20 % convert',
    effect: 0.1,
    run: (random, effect) => {
      let [units, ofControl, ofTreatment] = [0, 0, 0];
      let [low, high, significant] = [-Infinity, Infinity, false];
      for (let day = 0; day < 28; day++) {
        units += 300;
        ofControl += random.conversions(300, 0.2);
        ofTreatment += random.conversions(300, 0.2 * (1 + effect));
        const [c, t] = [proportionSample(units, ofControl), proportionSample(units, ofTreatment)];
        const look = sequentialTest(effectOf(c, t, 'relative'), 2 * units, ALPHA, 5000);
        significant ||= look.significant;
        // The intervals of all checks must contain the true effect.
        [low, high] = [Math.max(low, look.interval[0]), Math.min(high, look.interval[1])];
      }
      return { interval: [low, high], significant };
    },
  },
  {
    name: 'Bayesian, normal',
    data: '1,500 units each; 20 % convert',
    effect: 0.2,
    run: (random, effect) => {
      const sample = (change: number): Sample =>
        proportionSample(1500, random.conversions(1500, 0.2 * (1 + change)));
      return decided(normalPosterior(effectOf(sample(0), sample(effect), 'relative'), 1 - ALPHA));
    },
  },
  {
    name: 'Bayesian, log-normal',
    data: '400 units each; 30 % buy, log-normal amounts',
    effect: 0.5,
    run: (random, effect) => {
      const sample = (change: number): Sample =>
        tallied(400, (tally) => tally.add(revenue(random, change))).sample;
      return decided(logNormalPosterior(sample(0), sample(effect), 1 - ALPHA));
    },
  },
  betaBinomialMethod(),
];

function betaBinomialMethod(): Method {
  const judged = new Map<string, Verdict>();
  return {
    name: 'Bayesian, beta-binomial',
    data: '80 units each; 10 % convert',
    effect: 1.5,
    run: (random, effect) => {
      const [control, treatment] = [0, effect].map((change) => ({
        count: 80,
        successes: random.conversions(80, 0.1 * (1 + change)),
      }));
      if (control === undefined || treatment === undefined) throw new Error('Two variants');
      const key = `${control.successes} ${treatment.successes}`;
      const known = judged.get(key);
      if (known !== undefined) return known;
      const posterior = betaBinomialPosterior(control, treatment, 'relative', 1 - ALPHA);
      const verdict = decided(posterior);
      judged.set(key, verdict);
      return verdict;
    },
  };
}
