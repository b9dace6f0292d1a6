import { newFunnel, newTrends } from './new-insight';
import { countQuery, peopleBehindPoint } from './people-behind';
import { breakdownWords, missingIn } from './series-names';
import { largestDrop, shapeFunnels } from './shape-funnel';
import { shapeTrends } from './shape-trends';

const line = {
  action: { id: '$pageview' },
  label: '$pageview',
  order: 0,
  count: 6,
  data: [1, 2, 3],
  days: ['2026-11-21', '2026-11-22', '2026-11-23'],
  labels: ['21-Nov-2026', '22-Nov-2026', '23-Nov-2026'],
};

describe('the series of a response', () => {
  it('have names, buckets and totals', () => {
    const shape = shapeTrends(newTrends(), { results: [line] });
    expect(shape.buckets).toHaveLength(3);
    expect(shape.series).toMatchObject([
      { label: 'All events', values: [1, 2, 3], total: 6, seriesIndex: 0, compare: null },
    ]);
  });

  it('are named by their breakdown value and period', () => {
    const other = {
      ...line,
      breakdown_value: '$$_posthog_breakdown_other_$$',
      compare_label: 'previous',
    };
    const labelled = { ...other, label: '$$_posthog_breakdown_other_$$' };
    const [series] = shapeTrends(newTrends(), { results: [labelled] }).series;
    expect(series).toMatchObject({ label: 'Other (before)', compare: 'previous' });
  });

  it('are named by the values of several breakdowns and, in a query with several series, by their series', () => {
    const broken = { ...line, label: 'pro::US', breakdown_value: ['pro', 'US'] };
    const one = shapeTrends(newTrends(), { results: [broken] });
    expect(one.series[0]?.label).toBe('pro · US');
    const two = { ...newTrends(), series: [...newTrends().series, ...newTrends().series] };
    expect(shapeTrends(two, { results: [broken] }).series[0]?.label).toBe('All events - pro · US');
  });

  it('of a formula have no list of people', () => {
    const results = [{ ...line, action: null, label: 'Formula (A/B)' }];
    const [series] = shapeTrends(newTrends(), { results }).series;
    expect(series).toMatchObject({ label: 'Formula (A/B)', seriesIndex: null });
  });

  it('of a display without buckets have their value', () => {
    const results = [{ ...line, data: [], days: [], labels: [], count: 0, aggregated_value: 42 }];
    expect(shapeTrends(newTrends(), { results }).series[0]?.total).toBe(42);
  });

  it('are incomplete if the range ends after the computation', () => {
    const range = { date_from: '2026-11-20T00:00:00Z', date_to: '2026-11-23T23:59:59.999999Z' };
    const of = (last_refresh: string) =>
      shapeTrends(newTrends(), { results: [line], last_refresh, resolved_date_range: range });
    expect(of('2026-11-23T03:21:39.972Z').isLastRunning).toBe(true);
    expect(of('2026-11-24T00:00:00.000Z').isLastRunning).toBe(false);
  });

  it('are empty for a response without results', () => {
    expect(shapeTrends(newTrends(), {}).series).toEqual([]);
  });
});

describe('the steps of a funnel', () => {
  const steps = [
    { name: 'a', count: 200, median_conversion_time: null },
    { name: 'b', count: 100, median_conversion_time: 60 },
    { name: 'c', count: 25, median_conversion_time: 90 },
  ];

  it('have shares of the first and of the previous step', () => {
    const [funnel] = shapeFunnels(newFunnel(), steps);
    expect(funnel?.steps[2]).toEqual({
      name: 'c',
      count: 25,
      shareOfFirst: 0.125,
      shareOfBefore: 0.25,
      dropped: 75,
      medianSeconds: 90,
    });
    expect(funnel?.steps[0]).toMatchObject({ dropped: 0, medianSeconds: null, shareOfBefore: 1 });
  });

  it('have a largest drop, unless no actor drops off', () => {
    const dropOf = (...counts: number[]) =>
      shapeFunnels(
        newFunnel(),
        counts.map((count, at) => ({ name: `step ${at}`, count })),
      ).map(largestDrop);
    expect(dropOf(200, 100, 25)).toMatchObject([
      { step: { name: 'step 1', dropped: 100 }, place: 2 },
    ]);
    expect(dropOf(5, 5)).toEqual([null]);
    expect(dropOf(0)).toEqual([null]);
  });

  it('are several funnels with a breakdown, and an empty list without actors', () => {
    const broken = steps.map((step) => ({ ...step, breakdown_value: [''] }));
    expect(shapeFunnels(newFunnel(), [broken])[0]).toMatchObject({ label: '(none)' });
    expect(shapeFunnels(newFunnel(), [])).toEqual([]);
  });

  it('do not divide by zero', () => {
    const [funnel] = shapeFunnels(newFunnel(), [{ count: 0 }, { count: 0 }]);
    expect(funnel?.steps[1]).toMatchObject({ shareOfFirst: 0, shareOfBefore: 0 });
  });
});

describe('the people behind a number', () => {
  const point = {
    title: 'Page views',
    seriesIndex: 0,
    day: '2026-11-21',
    breakdown: undefined,
    compare: null,
    value: 6,
  };

  it('are compared by events or people, if the math counts one of these', () => {
    const of = (math: 'total' | 'dau' | 'sum') =>
      peopleBehindPoint({ ...newTrends(), series: [{ kind: 'EventsNode', math }] }, point);
    expect(of('total').comparable).toBe('events');
    expect(of('dau').comparable).toBe('people');
    expect(of('sum').comparable).toBeNull();
    expect(countQuery(of('total')).select).toEqual(['count()', 'sum(event_count)']);
    expect(of('dau').source).toMatchObject({ day: '2026-11-21', series: 0 });
    expect(of('dau').source).not.toHaveProperty('compare');
  });
});

describe('texts of breakdown values', () => {
  it.each([
    ['$$_posthog_breakdown_null_$$', '(none)'],
    [[''], '(none)'],
    [['a', 'b'], 'a · b'],
    [3, '3'],
  ])('of %j are %s', (value, words) => {
    expect(breakdownWords(value)).toBe(words);
  });
});

describe('what is missing in a query', () => {
  it('is a second step, a series, or a property', () => {
    expect(missingIn(newTrends())).toBeNull();
    expect(missingIn(newFunnel())).toContain('two steps');
    expect(missingIn({ ...newTrends(), series: [] })).toContain('one series');
    const series = [{ kind: 'EventsNode' as const, math: 'sum' as const }];
    expect(missingIn({ ...newTrends(), series })).toBe('Choose the property of series A.');
  });
});
