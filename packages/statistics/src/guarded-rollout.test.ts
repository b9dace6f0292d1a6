import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RolloutPlan } from './guarded-rollout';
import { compareRollout, decideRollout } from './guarded-rollout';
import type { Sample } from './samples/sample';
import { meanSample, proportionSample } from './samples/sample';
import type { Random } from './test-support/random';
import { createRandom } from './test-support/random';

const PLAN: RolloutPlan = {
  steps: [5, 25, 50, 100].map((percentage) => ({ percentage, minutes: 60 })),
  goal: 'increase',
  alpha: 0.05,
  minimumUnits: 100,
};
const NOBODY = { control: null, exposed: null };
const GOOD = { control: proportionSample(2_000, 400), exposed: proportionSample(200, 41) };
const NONE = { sum: 0, sumSquares: 0 };
const ALL = { sum: 100, sumSquares: 100 };
const BAD = { control: proportionSample(2_000, 400), exposed: proportionSample(200, 10) };

describe('a guarded rollout', () => {
  it('begins with its first step', () => {
    const decision = decideRollout(PLAN, { step: -1, minutesInStep: 0 }, NOBODY);
    expect(decision).toEqual({ action: 'widen', step: 0, isLast: false });
  });

  it('waits for the time of a step, and for enough persons', () => {
    const early = decideRollout(PLAN, { step: 0, minutesInStep: 59 }, GOOD);
    expect(early).toEqual({ action: 'wait', reason: 'time' });
    const few = { ...GOOD, exposed: proportionSample(99, 20) };
    expect(decideRollout(PLAN, { step: 0, minutesInStep: 60 }, few)).toEqual({
      action: 'wait',
      reason: 'units',
    });
  });

  it('widens while the metric does not get worse, and ends with a step for all persons', () => {
    expect(decideRollout(PLAN, { step: 0, minutesInStep: 60 }, GOOD)).toEqual({
      ...{ action: 'widen', step: 1, isLast: false },
    });
    expect(decideRollout(PLAN, { step: 2, minutesInStep: 60 }, GOOD)).toEqual({
      ...{ action: 'widen', step: 3, isLast: true },
    });
    const half = { ...PLAN, steps: PLAN.steps.slice(0, 3) };
    expect(decideRollout(half, { step: 2, minutesInStep: 60 }, GOOD)).toEqual({
      action: 'complete',
    });
  });

  it('rolls back as soon as the metric is worse, regardless of the time of the step', () => {
    expect(decideRollout(PLAN, { step: 0, minutesInStep: 1 }, BAD)).toEqual({
      action: 'turn_back',
    });
    // If the metric should decrease, a higher value is harmful and a lower one is not.
    const errors = { ...PLAN, goal: 'decrease' as const };
    expect(decideRollout(errors, { step: 0, minutesInStep: 60 }, BAD).action).toBe('widen');
    const worse = { control: BAD.exposed, exposed: BAD.control };
    expect(decideRollout(errors, { step: 0, minutesInStep: 60 }, worse).action).toBe('turn_back');
  });

  it('rolls back where everybody with the flag has an error and nobody else', () => {
    const errors = { ...PLAN, goal: 'decrease' as const };
    const broken = { control: meanSample(300, NONE), exposed: meanSample(100, ALL) };
    expect(compareRollout(errors, broken)).toMatchObject({
      ...{ difference: 1, interval: [1, 1], isHarmful: true },
    });
    expect(decideRollout(errors, { step: 0, minutesInStep: 1 }, broken)).toEqual({
      action: 'turn_back',
    });
    // The opposite is an improvement, and equal values are no evidence.
    expect(compareRollout(PLAN, broken)?.isHarmful).toBe(false);
    expect(compareRollout(errors, { ...broken, exposed: meanSample(100, NONE) })).toBeNull();
  });

  it.each([
    // 2 / C(n + m, n), computed with Python's math.comb.
    [2, 2, 2 / 6],
    [3, 2, 2 / 10],
    [10, 5, 2 / 3_003],
    [20, 30, 2 / 47_129_212_243_960],
  ])('needs more than %i and %i separated people', (exposed, control, pValue) => {
    const few = { ...PLAN, goal: 'decrease' as const, minimumUnits: 2 };
    const compared = compareRollout(few, {
      exposed: meanSample(exposed, { sum: exposed, sumSquares: exposed }),
      control: meanSample(control, NONE),
    });
    expect(compared?.pValue).toBeCloseTo(pValue, 12);
    expect(compared?.isHarmful).toBe(pValue < 0.05 / 3);
  });

  it('compares with a group in which nothing happens, such as no error', () => {
    const errors = { ...PLAN, goal: 'decrease' as const };
    const evidence = { control: meanSample(2_000, { sum: 0, sumSquares: 0 }) };
    const some = { ...evidence, exposed: meanSample(300, { sum: 60, sumSquares: 60 }) };
    expect(compareRollout(errors, some)).toMatchObject({ difference: 0.2, isHarmful: true });
    const none = { ...evidence, exposed: meanSample(300, { sum: 0, sumSquares: 0 }) };
    expect(compareRollout(errors, none)).toBeNull();
  });
});

/** One simulated rollout: persons arrive between checks, and convert with a given probability. */
interface Simulated {
  readonly outcome: 'completed' | 'rolled_back';
  /** The number of checks with exposed persons. */
  readonly checks: number;
}

const CHECKS_PER_STEP = 12;
const PEOPLE_PER_CHECK = 800;

/** @param draw returns the number and the two sums of a group of persons with or without the flag */
function simulate(plan: RolloutPlan, draw: (count: number, isExposed: boolean) => Sums): Simulated {
  let step = 0;
  let checks = 0;
  for (;;) {
    let [control, exposed]: readonly [Sums, Sums] = [NO_SUMS, NO_SUMS];
    for (let minutesInStep = 0; ; minutesInStep += 60 / CHECKS_PER_STEP) {
      const share = (plan.steps[step]?.percentage ?? 0) / 100;
      const shown = Math.round(PEOPLE_PER_CHECK * share);
      exposed = added(exposed, draw(shown, true));
      control = added(control, draw(PEOPLE_PER_CHECK - shown, false));
      checks += 1;
      const evidence = { control: sampleOf(control), exposed: sampleOf(exposed) };
      const decision = decideRollout(plan, { step, minutesInStep }, evidence);
      if (decision.action === 'turn_back') return { outcome: 'rolled_back', checks };
      if (decision.action === 'complete') return { outcome: 'completed', checks };
      if (decision.action !== 'widen') continue;
      if (decision.isLast) return { outcome: 'completed', checks };
      step = decision.step;
      break;
    }
  }
}

interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly sumSquares: number;
}

const NO_SUMS: Sums = { count: 0, sum: 0, sumSquares: 0 };

function added(one: Sums, other: Sums): Sums {
  return {
    count: one.count + other.count,
    sum: one.sum + other.sum,
    sumSquares: one.sumSquares + other.sumSquares,
  };
}

function sampleOf({ count, ...sums }: Sums): Sample | null {
  return count === 0 ? null : meanSample(count, sums);
}

const converting =
  (random: Random, control: number, exposed: number) =>
  (count: number, isExposed: boolean): Sums => {
    const sum = random.conversions(count, isExposed ? exposed : control);
    return { count, sum, sumSquares: sum };
  };

const POOL = 200_000;

/** Log-normal durations in ms, like latencies: consecutive values from a pool, by its running sums. */
function lasting(random: Random, factor: number) {
  const [sums, squares] = [new Float64Array(POOL + 1), new Float64Array(POOL + 1)];
  for (let at = 0; at < POOL; at++) {
    const value = 300 * Math.exp(0.6 * random.normal());
    sums[at + 1] = (sums[at] ?? 0) + value;
    squares[at + 1] = (squares[at] ?? 0) + value ** 2;
  }
  return (count: number, isExposed: boolean): Sums => {
    const from = Math.floor(random.uniform() * (POOL - count));
    const between = (running: Float64Array): number =>
      (running[from + count] ?? 0) - (running[from] ?? 0);
    const scale = isExposed ? factor : 1;
    return { count, sum: between(sums) * scale, sumSquares: between(squares) * scale ** 2 };
  };
}

const errors = { ...PLAN, goal: 'decrease' } as const;

/** Metrics: their plan, draws without harm, and draws with a regression. */
const CASES = [
  {
    name: 'Conversion, 20 %',
    regression: '5 %',
    plan: PLAN,
    harmless: (random: Random) => converting(random, 0.2, 0.2),
    harmful: (random: Random) => converting(random, 0.2, 0.05),
  },
  {
    name: 'Error rate, 1 %',
    regression: '25 %',
    plan: errors,
    harmless: (random: Random) => converting(random, 0.01, 0.01),
    harmful: (random: Random) => converting(random, 0.01, 0.25),
  },
  {
    name: 'Latency, 360 ms',
    regression: '720 ms',
    plan: errors,
    harmless: (random: Random) => lasting(random, 1),
    harmful: (random: Random) => lasting(random, 2),
  },
] as const;

const ROLLOUTS = 200;
/** The table in docs/guarded-rollouts.md contains the simulated numbers. */
const DOCUMENT = readFileSync(join(__dirname, '../../../docs/guarded-rollouts.md'), 'utf8');

describe.each(CASES)('200 simulated rollouts: $name', (one) => {
  it('rolls back at most 5 % without harm, and a regression within two checks with enough persons', () => {
    const random = createRandom(7);
    const runs = (draw: ReturnType<typeof one.harmless>) =>
      Array.from({ length: ROLLOUTS }, () => simulate(one.plan, draw));
    const harmless = runs(one.harmless(random)).filter(
      ({ outcome }) => outcome === 'rolled_back',
    ).length;
    const harmful = runs(one.harmful(random));
    // 40 of 800 persons per check are in the first step: the third check is the first with 100 of them.
    const first = Math.ceil(one.plan.minimumUnits / (PEOPLE_PER_CHECK * 0.05));
    const within = (checks: number): number =>
      harmful.filter((run) => run.outcome === 'rolled_back' && run.checks < first + checks).length;
    expect(harmless / ROLLOUTS).toBeLessThanOrEqual(0.05);
    expect(within(2)).toBe(ROLLOUTS);
    const row = `| ${one.name} | ${harmless} of ${ROLLOUTS} | ${one.regression} | ${within(1)} of ${ROLLOUTS} | ${within(2)} of ${ROLLOUTS} |`;
    const written = DOCUMENT.replaceAll(/ +/g, ' ');
    expect(written).toContain(row);
  });
});
