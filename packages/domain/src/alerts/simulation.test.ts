import { alertConditionSchema } from '@tidemark/contracts';
import type { AlertRule } from './judge/judge';
import type { Product, SimulatedRun } from './test-support/simulate';
import { simulate } from './test-support/simulate';

/** The number of seeds. Each is one simulated alert of ten weeks; docs/alerts.md has a table of the results. */
const RUNS = 100;

const weekday: AlertRule = {
  condition: alertConditionSchema.parse({ type: 'weekday_deviation' }),
  threshold: null,
  margin: 0.1,
};
const below = (lower: number): AlertRule => ({
  condition: { type: 'absolute_value' },
  threshold: { type: 'absolute', bounds: { lower } },
  margin: 0.1,
});
const fallsBy = (upper: number): AlertRule => ({
  condition: { type: 'relative_decrease' },
  threshold: { type: 'percentage', bounds: { upper } },
  margin: 0.1,
});

const shop: Product = { name: 'a shop', mean: 5_000, weekend: 1.4, noise: 0.06, growth: 0 };
const offices: Product = {
  name: 'for offices',
  mean: 2_000,
  weekend: 0.25,
  noise: 0.06,
  growth: 0,
};
const growing: Product = { name: 'growing', mean: 1_000, weekend: 0.8, noise: 0.06, growth: 0.03 };
const small: Product = { name: 'small', mean: 400, weekend: 0.9, noise: 0.05, growth: 0 };
const even: Product = { name: 'without weekends', mean: 3_000, weekend: 1, noise: 0.06, growth: 0 };

it.each([
  { name: 'weekday_deviation', rule: weekday, product: shop, peaks: true, found: 300, alarms: 1 },
  {
    name: 'weekday_deviation',
    rule: weekday,
    product: offices,
    peaks: true,
    found: 300,
    alarms: 2,
  },
  {
    name: 'weekday_deviation',
    rule: weekday,
    product: growing,
    peaks: true,
    found: 300,
    alarms: 1,
  },
  { name: 'weekday_deviation', rule: weekday, product: small, peaks: true, found: 300, alarms: 1 },
  { name: 'below 3,500', rule: below(3_500), product: shop, peaks: false, found: 300, alarms: 0 },
  { name: 'falls by 40 %', rule: fallsBy(0.4), product: even, peaks: false, found: 300, alarms: 0 },
])(
  '$name, $product.name: $found of 300 incidents at the first check, $alarms false alarms',
  (row) => {
    const runs = Array.from({ length: RUNS }, (_, index): SimulatedRun =>
      simulate(
        row.product,
        { ...row.rule, begin_after: 1, end_after: 2 },
        { seed: index + 1, peaks: row.peaks },
      ),
    );
    const sum = (of: (run: SimulatedRun) => number): number =>
      runs.reduce((all, run) => all + of(run), 0);
    expect({
      incidents: sum(({ incidents }) => incidents),
      found: sum(({ found }) => found),
      falseAlarms: sum(({ falseAlarms }) => falseAlarms),
    }).toEqual({ incidents: 300, found: row.found, falseAlarms: row.alarms });
    expect(Math.max(...runs.map(({ falseAlarms }) => falseAlarms))).toBeLessThanOrEqual(1);
    for (const { begun, ended } of runs) expect([begun, begun - 1]).toContain(ended);
  },
);
