import type { TestEvent } from './test-support/insight-fixture';
import type { Trends } from './test-support/trends-scene';
import { PAGEVIEW, TWELVE_DAYS, trendsScene } from './test-support/trends-scene';

const { fixture, project, trends } = trendsScene();

it('breaks down by a property: by total, the rest as Other, missing values as null', async () => {
  const events = Array.from({ length: 30 }, (_, value) =>
    Array.from({ length: 30 - value }, () => ({
      at: '2020-01-10',
      who: 'u',
      properties: { v: `v${value}` },
    })),
  ).flat();
  const response = await trends(
    [
      ...events,
      { at: '2020-01-10', who: 'u' },
      { at: '2020-01-10', who: 'u', properties: { v: '' } },
    ],
    { dateRange: TWELVE_DAYS, breakdownFilter: { breakdown: 'v', breakdown_type: 'event' } },
  );
  expect(response.hasMore).toBe(true);
  expect(response.results).toHaveLength(26);
  expect(response.results[0]).toMatchObject({ label: 'v0', breakdown_value: 'v0', count: 30 });
  expect(response.results.at(-1)).toMatchObject({
    breakdown_value: '$$_posthog_breakdown_other_$$',
    count: 5 + 4 + 3 + 2 + 1 + 2,
  });
});

it('lays out the bins of a histogram from the smallest to the largest value', async () => {
  const events = [10, 15, 20, 25, 30, 40, 'x'].map((n) => ({
    at: '2020-01-10',
    who: 'u',
    properties: { n },
  }));
  const response = await trends(events, {
    dateRange: TWELVE_DAYS,
    breakdownFilter: { breakdown: 'n', breakdown_type: 'event', breakdown_histogram_bin_count: 4 },
  });
  expect(response.results.map(({ breakdown_value, count }) => [breakdown_value, count])).toEqual([
    ['[10,17.5]', 2],
    ['[25,32.5]', 2],
    ['[17.5,25]', 1],
    ['[32.5,40.01]', 1],
    ['$$_posthog_breakdown_null_$$', 1],
  ]);
});

it('lays out bins for each of several series and periods', async () => {
  const number = (value: number) => ({ at: '2020-01-12', who: 'a', properties: { value } });
  const response = await trends([number(1), number(3), { ...number(5), at: '2020-01-10' }], {
    series: [PAGEVIEW, { ...PAGEVIEW, math: 'dau' }, { kind: 'EventsNode', event: null }],
    dateRange: { date_from: '2020-01-12', date_to: '2020-01-13' },
    compareFilter: { compare: true },
    breakdownFilter: {
      breakdowns: [
        { property: 'value', histogram_bin_count: 2 },
        { property: 'value', type: 'event', histogram_bin_count: 1 },
      ],
    },
  });
  expect(response.results.map((one) => one.breakdown_value)).toEqual([
    ...Array.from({ length: 3 }, () => [
      ['[1,2]', '[1,3.01]'],
      ['[2,3.01]', '[1,3.01]'],
    ]).flat(),
    ...Array.from({ length: 3 }, () => ['[5,5.01]', '[5,5.01]']),
  ]);
});

it('does not treat a missing page as the root', async () => {
  const urls = ['/', '', '/a/', '/a?', undefined];
  const events = urls.map((url) => ({ at: '2020-01-12', who: 'a', properties: { url } }));
  const response = await trends(events, {
    breakdownFilter: { breakdown: 'url', breakdown_normalize_url: true },
    dateRange: { date_from: '2020-01-12', date_to: '2020-01-12' },
  });
  expect(response.results.map((one) => [one.breakdown_value, one.count])).toEqual([
    ['/', 2],
    ['/a', 2],
    ['$$_posthog_breakdown_null_$$', 1],
  ]);
});

it('splits by several properties and by expressions', async () => {
  const events = [
    {
      at: '2020-01-10',
      who: 'u',
      properties: { a: 'x', b: true },
      personProperties: { plan: 'pro' },
    },
    {
      at: '2020-01-10',
      who: 'u',
      properties: { a: 'x', b: true },
      personProperties: { plan: 'pro' },
    },
    { at: '2020-01-11', who: 'v', properties: { a: 'y/' } },
  ];
  const response = await trends(events, {
    dateRange: TWELVE_DAYS,
    breakdownFilter: {
      breakdowns: [
        { property: 'a', type: 'event', normalize_url: true },
        { property: 'plan', type: 'person' },
        { property: "if(properties.b = true, 'yes', 'no')", type: 'hogql' },
      ],
    },
  });
  expect(response.results.map(({ label, breakdown_value }) => [label, breakdown_value])).toEqual([
    ['x::pro::yes', ['x', 'pro', 'yes']],
    ['y::$$_posthog_breakdown_null_$$::no', ['y', '$$_posthog_breakdown_null_$$', 'no']],
  ]);
});

describe('broken down', () => {
  const dateRange = { date_from: '2020-01-10', date_to: '2020-01-11' };
  const on = (at: string, who: string, v?: string): TestEvent => ({ at, who, properties: { v } });
  const shown = ({ results }: Trends): unknown[] =>
    results.map(({ breakdown_value, data: points }) => [breakdown_value, points]);

  it('in the new form shows lists, even of one value', async () => {
    const response = await trends([on('2020-01-10', 'a', 'x')], {
      dateRange,
      breakdownFilter: { breakdowns: [{ property: 'v' }] },
    });
    expect(response.results).toMatchObject([{ label: 'x', breakdown_value: ['x'] }]);
  });

  it('by expressions that carry a name', async () => {
    await fixture().events(project(), [on('2020-01-10', 'a', 'x')]);
    for (const breakdown of [
      'properties.v AS "The value"',
      'properties.v AS inner AS outer',
      "concat(properties.v AS inner, '') AS breakdown",
    ]) {
      const breakdownFilter = { breakdown, breakdown_type: 'hogql' };
      expect(shown(await trends([], { dateRange, breakdownFilter }))).toEqual([['x', [1, 0]]]);
    }
  });

  it('by cohorts: the larger first, but in the order of the query with all users; no cohort without events', async () => {
    await fixture().world(project(), { cohorts: { 7: ['a'], 8: ['b', 'c'], 9: ['z'] } });
    const events = ['a', 'b', 'c'].map((who) => on('2020-01-10', who));
    const by = (breakdown: unknown[]) => ({
      dateRange,
      breakdownFilter: { breakdown, breakdown_type: 'cohort' },
    });
    expect(shown(await trends(events, by([7, 9, 8])))).toEqual([
      [8, [2, 0]],
      [7, [1, 0]],
    ]);
    expect(shown(await trends([], by([7, 'all', 8])))).toEqual([
      [7, [1, 0]],
      ['all', [3, 0]],
      [8, [2, 0]],
    ]);
    const none = { ...by(['all', 7]), series: [{ kind: 'EventsNode', event: 'never' }] };
    expect((await trends([], none)).results).toEqual([]);
  });

  it('and calculated: equal sums by the larger numbers, then the later text; with comparison by text', async () => {
    const events = [
      on('2020-01-10', 'a', 'b'),
      on('2020-01-10', 'a', 'c'),
      on('2020-01-11', 'a', 'd'),
    ];
    const query = {
      dateRange,
      breakdownFilter: { breakdown: 'v' },
      trendsFilter: { formula: 'A' },
    };
    expect(shown(await trends(events, query))).toEqual([
      ['c', [1, 0]],
      ['b', [1, 0]],
      ['d', [0, 1]],
    ]);
    const compared = await trends([], { ...query, compareFilter: { compare: true } });
    expect(compared.results.map(({ breakdown_value }) => breakdown_value)).toEqual(['b', 'c', 'd']);
  });
});
