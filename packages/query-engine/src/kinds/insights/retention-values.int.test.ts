import type { TestEvent } from './test-support/insight-fixture';
import type { Retention } from './test-support/retention-scene';
import { counts, retentionScene } from './test-support/retention-scene';

const { retention } = retentionScene();

describe('values of a property', () => {
  const paid = (who: string, day: number, amount: unknown): TestEvent => ({
    at: `2020-01-0${day}`,
    who,
    event: 'paid',
    properties: { amount, plan: who === 'c' ? 'free' : 'pro' },
    personProperties: { age: who === 'a' ? 30 : 20 },
  });
  // On the sixth, a pays 10 and 5, b pays a value that is not a number, c pays 1.
  const PAYMENTS = [
    paid('a', 6, 10),
    paid('a', 6, 5),
    paid('a', 7, 3),
    paid('b', 6, 'much'),
    paid('b', 7, 4.5),
    paid('b', 8, 2),
    paid('c', 6, 1),
    paid('c', 8, 7),
  ];
  const PAID = { id: 'paid', type: 'events' };
  const table = { totalIntervals: 3, targetEntity: PAID, returningEntity: PAID };
  const until = { dateRange: { date_to: '2020-01-08' } };
  const worth = ({ results }: Retention): unknown[][] =>
    results.map(({ values }) =>
      values.map((cell) => (cell as { aggregation_value?: number }).aggregation_value),
    );

  it('are added up in each cell, beside the actors', async () => {
    const sums = await retention(
      PAYMENTS,
      { ...table, aggregationType: 'sum', aggregationProperty: 'amount' },
      until,
    );
    expect(counts(sums)).toEqual([
      [3, 2, 2],
      [2, 1, 0],
      [2, 0, 0],
    ]);
    expect(worth(sums)).toEqual([
      [16, 7.5, 9],
      [7.5, 2, 0],
      [9, 0, 0],
    ]);
  });

  it('are divided by the actors of the cell', async () => {
    const mean = { ...table, aggregationType: 'avg', aggregationProperty: 'amount' };
    expect(worth(await retention(PAYMENTS, mean, until))).toEqual([
      [16 / 3, 3.75, 4.5],
      [3.75, 2, 0],
      [4.5, 0, 0],
    ]);
  });

  it('are merged into brackets, and split by a breakdown', async () => {
    const sums = { ...table, aggregationType: 'sum', aggregationProperty: 'amount' };
    const merged = await retention(PAYMENTS, { ...sums, retentionCustomBrackets: [2] }, until);
    expect(worth(merged)[0]).toEqual([16, 16.5]);
    const split = await retention([], sums, {
      ...until,
      breakdownFilter: { breakdown: 'plan', breakdown_type: 'event' },
    });
    expect(split.results.map(({ breakdown_value: value }) => value)).toEqual([
      ...Array.from({ length: 3 }, () => 'pro'),
      ...Array.from({ length: 3 }, () => 'free'),
    ]);
    expect(worth(split)[0]).toEqual([15, 7.5, 2]);
    expect(worth(split)[3]).toEqual([1, 0, 7]);
  });

  it('include, in the first column, returns after the target if these are other events', async () => {
    const at = (event: string, clock: string, amount?: number): TestEvent => ({
      at: `2020-01-06 ${clock}:00:00`,
      who: 'a',
      event,
      properties: { amount },
    });
    const bought = { id: 'bought', type: 'events' };
    const sums = await retention(
      [at('bought', '08', 100), at('joined', '10'), at('bought', '12', 7)],
      {
        totalIntervals: 2,
        targetEntity: { id: 'joined', type: 'events' },
        returningEntity: bought,
        aggregationType: 'sum',
        aggregationProperty: 'amount',
      },
      { dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' } },
    );
    expect(worth(sums)).toEqual([[7, 0]]);
  });

  it('can use properties of persons; without a property cells only count', async () => {
    const ages = {
      ...table,
      aggregationType: 'avg',
      aggregationProperty: 'age',
      aggregationPropertyType: 'person',
    };
    expect(worth(await retention(PAYMENTS, ages, until))[0]?.[2]).toBe(20);
    const nothing = await retention([], { ...table, aggregationType: 'sum' }, until);
    expect(worth(nothing)[0]).toEqual([undefined, undefined, undefined]);
  });

  it('are rejected where their cells are unknown', async () => {
    const sums = { ...table, aggregationType: 'sum', aggregationProperty: 'amount' };
    for (const more of [{ timeWindowMode: '24_hour_windows' }, { cumulative: true }]) {
      await expect(retention([], { ...sums, ...more })).rejects.toMatchObject({
        status: 400,
        attr: 'retentionFilter__aggregationType',
      });
    }
  });
});
