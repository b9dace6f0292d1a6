import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import type { FunnelQuestion } from './test-support/funnel-cases';
import { funnelCases } from './test-support/funnel-cases';
import { did, exclude, step } from './test-support/funnel-stories';

interface Step {
  readonly name: string;
  readonly count: number;
  readonly average_conversion_time: number | null;
  readonly median_conversion_time: number | null;
  readonly breakdown?: unknown;
}

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  project += 1;
});

const ABC = [step('a'), step('b'), step('c')];

async function funnel<ResponseBody = Step[]>(
  events: readonly TestEvent[],
  funnelsFilter: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): Promise<ResponseBody> {
  if (events.length > 0) await fixture.events(project, events);
  const { results } = await fixture.run<{ results: ResponseBody }>(
    { kind: 'FunnelsQuery', series: ABC, funnelsFilter, ...query },
    { id: project, ...options },
  );
  return results;
}

const counts = (steps: readonly Step[]): number[] => steps.map(({ count }) => count);

/** How far one actor with this story comes. */
async function reached(
  story: string,
  funnelsFilter: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): Promise<number> {
  project += 1;
  const steps = await funnel(did('x', story), funnelsFilter, query);
  return counts(steps).filter((count) => count > 0).length;
}

/** Lists of many lengths, each behind its name. */
const named = (lists: readonly FunnelQuestion[]) => lists.map((list) => [list[0], list] as const);

describe.each(Object.entries(funnelCases))('%s', (_, { world, people, asked }) => {
  let own = 0;
  beforeAll(async () => {
    project += 1;
    own = project;
    if (world !== undefined) await fixture.world(own, world);
    await fixture.events(
      own,
      Object.entries(people).flatMap(([who, story]) => did(who, story)),
    );
  });

  it.each(named(asked))('%s', async (__, [, funnelsFilter, expected, query = {}]) => {
    const { results, total_median_conversion_time } = await fixture.run<{
      results: unknown;
      total_median_conversion_time: number | null;
    }>({ kind: 'FunnelsQuery', series: ABC, funnelsFilter, ...query }, { id: own });
    const isMedian = typeof expected === 'object' && expected !== null && 'median' in expected;
    const counts = inShort(results);
    expect(isMedian ? { counts, median: total_median_conversion_time } : counts).toEqual(expected);
  });
});

/** Counts of steps behind their breakdown value, if there is one; lines; bins and their mean. */
function inShort(results: unknown): unknown {
  if (!Array.isArray(results)) {
    const { bins, average_conversion_time: mean } = results as Record<string, unknown>;
    return { bins, mean };
  }
  return (results as (Step[] | (Step & { data?: number[]; breakdown_value?: unknown }))[]).map(
    (one) => {
      if (Array.isArray(one)) return [one[0]?.breakdown, ...counts(one)].flat();
      if (one.data === undefined) return one.count;
      return [one.breakdown_value ?? [], ...one.data].flat();
    },
  );
}

it('counts who reached each step, and how long it took', async () => {
  const steps = await funnel([
    ...did('p', 'a0 b10 c30'),
    ...did('q', 'a0 b20'),
    ...did('r', 'a0'),
    ...did('s', 'b0 c1'),
  ]);
  expect(steps).toEqual([
    {
      action_id: 'a',
      name: 'a',
      custom_name: null,
      order: 0,
      people: [],
      count: 3,
      type: 'events',
      average_conversion_time: null,
      median_conversion_time: null,
    },
    expect.objectContaining({
      count: 2,
      average_conversion_time: 900,
      median_conversion_time: 900,
    }),
    expect.objectContaining({ count: 1, average_conversion_time: 1_200 }),
  ]);
});

it('returns steps of actions by their id, and all by the names that were given', async () => {
  await fixture.world(project, { actions: [{ id: 7, name: 'Paid', steps: [{ event: 'b' }] }] });
  const series = [
    step('a', { custom_name: 'Begins' }),
    { kind: 'ActionsNode', id: 7 },
    { kind: 'EventsNode', event: null },
  ];
  const returned = await funnel(did('p', 'a0 b1 x2'), {}, { series });
  expect(returned).toMatchObject([
    { action_id: 'a', name: 'a', custom_name: 'Begins', order: 0, type: 'events', count: 1 },
    { action_id: 7, name: 'Paid', custom_name: null, order: 1, type: 'actions', count: 1 },
    { action_id: null, name: null, order: 2, type: 'events', count: 1 },
  ]);
});

it.each([
  ['week', ['2020-01-12', '2020-01-19'], ['12-Jan-2020', '19-Jan-2020']],
  ['month', ['2020-01-01'], ['1-Jan-2020']],
])('names each %s by the day it begins', async (interval, days, labels) => {
  const dateRange = { date_from: '2020-01-14', date_to: '2020-01-20' };
  const [line] = await funnel([], { funnelVizType: 'trends' }, { interval, dateRange });
  expect(line).toMatchObject({ days, labels, count: days.length });
});

it('returns nothing when no actor entered', async () => {
  expect(await funnel(did('p', 'b0 c1'))).toEqual([]);
});

describe('an ordered funnel', () => {
  const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };

  it.each([
    ['a0 b1 c2', 3],
    ['a0 c1 b2', 2],
    ['b0 a1 c2 b3', 2],
    ['a0 b1 a2 c3', 3],
    ['a0 x1 b2 x3 c4', 3],
    ['c0 b1 a2', 1],
  ])('of %s reaches %i', async (story, expected) => {
    expect(await reached(story)).toBe(expected);
  });

  it.each([
    ['a0 b60', 2],
    ['a0 b61', 1],
    ['a0 b30 c61', 2],
    ['a0 a30 b40 c90', 3],
    ['a0 b10 a50 c70', 2],
    ['a0 b10 a50 b70 c100', 3],
  ])('with a window of an hour from the first step, of %s reaches %i', async (story, expected) => {
    expect(await reached(story, hour)).toBe(expected);
  });

  it('wants an event of its own for each of several equal steps', async () => {
    const series = [step('a'), step('a'), step('b')];
    expect(await reached('a0 b1', {}, { series })).toBe(1);
    expect(await reached('a0 a1 b2', {}, { series })).toBe(3);
  });

  it('takes events of the same time in the order of the steps', async () => {
    expect(await reached('c0 b0 a0')).toBe(3);
  });

  it.each<[string, string[], object[], number]>([
    // Each event is worth one step, in the order of the steps and not of the events.
    ['an event is not used twice', ['x'], [step('x'), step('x')], 1],
    ['two equal events are two equal steps', ['x', 'x'], [step('x'), step('x')], 2],
    ['the first and the last step by one event', ['x', 'y'], [step('x'), step('y'), step('x')], 2],
    ['by two', ['x', 'y', 'x'], [step('x'), step('y'), step('x')], 3],
    ['any event and one more', ['x', 'y'], [step('y'), { kind: 'EventsNode', event: null }], 2],
    ['any event first', ['x', 'y'], [{ kind: 'EventsNode', event: null }, step('y')], 2],
  ])('of the same time: %s', async (_, names, series, expected) => {
    const story = names.map((name) => `${name}5`).join(' ');
    expect(await reached(story, {}, { series })).toBe(expected);
  });

  it('goes on from the last required step where one may be left out', async () => {
    const series = [step('a'), step('b', { optionalInFunnel: true }), step('c')];
    const steps = await funnel(
      [...did('p', 'a0 b10 c20'), ...did('q', 'a0 c30'), ...did('r', 'a0 b1')],
      {},
      { series },
    );
    expect(counts(steps)).toEqual([3, 2, 2]);
    expect(steps[2]?.average_conversion_time).toBe(1_500);
  });

  it('counts an optional step only on the way to the next', async () => {
    const series = [step('a'), step('b', { optionalInFunnel: true }), step('c'), step('d')];
    const steps = await funnel(
      [...did('p', 'a0 c1 b2 d3'), ...did('q', 'a0 c1 d2 b3'), ...did('r', 'a0 b1 c2 d3')],
      {},
      { series },
    );
    expect(counts(steps)).toEqual([3, 1, 3, 3]);
  });

  it('goes on from an optional step to one of the same event with more filters', async () => {
    const onMac = { properties: [{ key: 'os', value: 'mac' }] };
    const series = [step('a'), step('a', { optionalInFunnel: true }), step('a', onMac), step('a')];
    const mac = did('s', 'a1', { os: 'mac' });
    const steps = await funnel(
      [
        ...did('p', 'a0'),
        ...did('q', 'a0 a1'),
        ...did('r', 'a0 a1 a2'),
        ...did('s', 'a0 a2'),
        ...mac,
      ],
      {},
      { series },
    );
    expect(counts(steps)).toEqual([4, 2, 1, 1]);
  });

  it('gives every one of many steps at the same time an event of its own', async () => {
    const names = ['a', 'b', 'b', 'c', 'c', 'd', 'b', 'c', 'd', 'a'];
    const story = ['a', 'b', 'b', 'c', 'c', 'd', 'b', 'c', 'd', 'a'].map((name) => `${name}5`);
    const series = names.map((name) => step(name));
    expect(await reached(story.join(' '), {}, { series })).toBe(10);
    expect(await reached(story.slice(1).join(' '), {}, { series })).toBe(9);
  });

  it('goes on from before an optional step whose window has passed', async () => {
    const series = [step('a'), step('b', { optionalInFunnel: true }), step('c')];
    const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };
    expect(counts(await funnel(did('p', 'a0 b1 a50 c70'), hour, { series }))).toEqual([1, 0, 1]);
  });
});

it.each([
  ['a0 b1 c2', 3],
  ['a0 x1 b2 c3', 1],
  ['a0 b1 x2 c3', 2],
  ['a0 x1 a2 b3 c4', 3],
  ['a0 a1 b2 c3', 3],
])('a strict funnel of %s reaches %i', async (story, expected) => {
  expect(await reached(story, { funnelOrderType: 'strict' })).toBe(expected);
});

describe('an unordered funnel', () => {
  it.each([
    ['c0 a1 b2', 3],
    ['b0 b1', 1],
    ['a0 c2000 b2001', 2],
  ])('of %s reaches %i', async (story, expected) => {
    const day = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'day' };
    expect(await reached(story, { funnelOrderType: 'unordered', ...day })).toBe(expected);
  });

  it('takes an event for one of the steps that it matches', async () => {
    const series = ['a', 'a', 'b'].map((event) => ({ kind: 'EventsNode', event }));
    const of = async (story: string): Promise<number[]> => {
      project += 1;
      return counts(await funnel(did('p', story), { funnelOrderType: 'unordered' }, { series }));
    };
    expect(await of('a0 b1')).toEqual([1, 1, 0]);
    expect(await of('a0 b1 a2')).toEqual([1, 1, 1]);
    expect(await of('a0 a1')).toEqual([1, 1, 0]);
  });

  it('names its steps by their number', async () => {
    const steps = await funnel(did('p', 'b0 a10'), { funnelOrderType: 'unordered' });
    expect(steps.map(({ name }) => name)).toEqual([
      'Completed 1 step',
      'Completed 2 steps',
      'Completed 3 steps',
    ]);
    expect(steps[1]).toMatchObject({ count: 1, average_conversion_time: 600, action_id: null });
  });
});

describe('exclusions', () => {
  const between = { exclusions: [exclude('x', 0, 1)] };
  const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };

  it.each([
    ['a0 x1 b2 c3', 0],
    ['a0 x1', 0],
    ['x0 a1 b2 c3', 3],
    ['a0 b1 x2 c3', 3],
    ['a0 x1 a2 b3', 2],
    ['a0 b1 x2 a3 x4', 2],
    ['a0', 1],
  ])('between the first two steps, of %s reach %i', async (story, expected) => {
    expect(await reached(story, between)).toBe(expected);
  });

  it('do not count once the window has passed', async () => {
    expect(await reached('a0 x61', { ...between, ...hour })).toBe(1);
    expect(await reached('a0 x60', { ...between, ...hour })).toBe(0);
  });

  it('take an actor out of the steps before, too', async () => {
    const steps = await funnel([...did('p', 'a0 b1 x2 c3'), ...did('q', 'a0 b1')], {
      exclusions: [exclude('x', 1, 2)],
    });
    expect(counts(steps)).toEqual([1, 1, 0]);
  });

  it.each([
    ['a0 b1 x2 b3', 0],
    ['a0 b1 x2 a3 b4', 2],
  ])('are not made good by the same step again: of %s reach %i', async (story, expected) => {
    expect(await reached(story, { exclusions: [exclude('x', 1, 2)] })).toBe(expected);
  });

  it('break unordered funnels until they are complete', async () => {
    const filter = { funnelOrderType: 'unordered', exclusions: [exclude('x', 0, 2)] };
    expect(await reached('c0 x1', filter)).toBe(0);
    expect(await reached('c0 x1 a2 b3', filter)).toBe(2);
    expect(await reached('c0 a2 x3 b4', filter)).toBe(1);
    expect(await reached('c0 a2 b3 x4', filter)).toBe(3);
  });
});

describe('breakdowns', () => {
  const by = (more: object = {}): Record<string, unknown> => ({
    breakdownFilter: { breakdown: 'os', breakdown_type: 'event', ...more },
  });
  const events = [
    { ...did('p', 'a0')[0]!, properties: { os: 'mac' } },
    { ...did('p', 'b1')[0]!, properties: { os: 'win' } },
    { ...did('q', 'a0')[0]!, properties: {} },
    { ...did('q', 'b1')[0]!, properties: { os: 'win' } },
    ...did('r', 'a0'),
  ];
  const byValue = (results: Step[][]): unknown[] =>
    results.map((steps) => [steps[0]?.breakdown, ...counts(steps).slice(0, 2)]);

  it.each([
    [
      'first_touch',
      undefined,
      [
        [['mac'], 1, 1],
        [['win'], 1, 1],
        [[''], 1, 0],
      ],
    ],
    [
      'last_touch',
      undefined,
      [
        [['win'], 2, 2],
        [[''], 1, 0],
      ],
    ],
    [
      'all_events',
      undefined,
      [
        [[''], 2, 0],
        [['mac'], 1, 0],
      ],
    ],
    [
      'step',
      0,
      [
        [[''], 2, 1],
        [['mac'], 1, 1],
      ],
    ],
    ['step', 1, [[['win'], 2, 2]]],
  ])('by %s %s', async (breakdownAttributionType, breakdownAttributionValue, expected) => {
    const results = await funnel<Step[][]>(
      events,
      { breakdownAttributionType, breakdownAttributionValue },
      by(),
    );
    expect(byValue(results)).toEqual(expected);
  });

  it('of any order are those of the step that was done first', async () => {
    const results = await funnel<Step[][]>(
      [...events, { ...did('s', 'b0')[0]!, properties: { os: 'bsd' } }, ...did('s', 'a2000 b2001')],
      {
        funnelOrderType: 'unordered',
        breakdownAttributionType: 'step',
        breakdownAttributionValue: 0,
        funnelWindowIntervalUnit: 'hour',
      },
      by(),
    );
    // Whoever did one step with a value may do the others without it; without a first one nothing counts.
    expect(byValue(results)).toEqual([
      [[''], 3, 2],
      [['mac'], 1, 1],
      [['win'], 2, 0],
      [['bsd'], 1, 0],
    ]);
    const lines = await funnel<{ breakdown_value: string[]; data: number[] }[]>(
      [],
      {
        funnelOrderType: 'unordered',
        funnelVizType: 'trends',
        funnelToStep: 1,
        breakdownAttributionType: 'step',
        breakdownAttributionValue: 0,
        funnelWindowIntervalUnit: 'hour',
      },
      { ...by(), dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' } },
    );
    expect(lines.map(({ breakdown_value: [value], data }) => [value, ...data])).toEqual([
      ['None', 50, 100],
      ['bsd', 0, 0],
      ['mac', 100, 0],
      ['win', 0, 0],
    ]);
  });

  it('of a step split its line of conversion', async () => {
    const lines = await funnel<{ breakdown_value: string[]; data: number[] }[]>(
      events,
      { funnelVizType: 'trends', funnelToStep: 1, breakdownAttributionType: 'step' },
      { ...by(), dateRange: { date_from: '2020-01-15', date_to: '2020-01-15' } },
    );
    expect(lines.map(({ breakdown_value: [value], data }) => [value, ...data])).toEqual([
      ['None', 50],
      ['mac', 100],
    ]);
  });

  it('takes values beyond the limit together', async () => {
    const many = ['v1', 'v2', 'v3', 'v4'].flatMap((os, index) =>
      Array.from({ length: 4 - index }, (_, at) => did(`${os}${at}`, 'a0 b10', { os })).flat(),
    );
    const results = await funnel<Step[][]>(many, {}, by({ breakdown_limit: 2 }));
    expect(byValue(results)).toEqual([
      [['v1'], 4, 4],
      [['v2'], 3, 3],
      [['Other'], 3, 3],
    ]);
    expect(results[2]?.[1]?.average_conversion_time).toBe(600);
  });
});

it('shows conversion by the period of the first step', async () => {
  const results = await funnel<Record<string, unknown>[]>(
    [...did('p', 'a0 b1 c2'), ...did('q', 'a0'), ...did('r', 'a0'), ...did('s', 'a1440 b1441')],
    { funnelVizType: 'trends' },
    { dateRange: { date_from: '2020-01-14', date_to: '2020-01-16' } },
  );
  expect(results).toEqual([
    {
      count: 3,
      data: [0, 33.33, 0],
      days: ['2020-01-14', '2020-01-15', '2020-01-16'],
      labels: ['14-Jan-2020', '15-Jan-2020', '16-Jan-2020'],
    },
  ]);
  const part = await funnel<{ data: number[] }[]>(
    [],
    { funnelVizType: 'trends', funnelToStep: 1 },
    { dateRange: { date_from: '2020-01-14', date_to: '2020-01-16' } },
  );
  expect(part[0]?.data).toEqual([0, 33.33, 100]);
});

describe('compared with the time before', () => {
  const query = {
    series: [step('a'), step('b')],
    dateRange: { date_from: '2020-01-15', date_to: '2020-01-15' },
    compareFilter: { compare: true },
  };
  const events = [...did('p', 'a0 b10'), ...did('q', 'a0'), ...did('r', 'a-1440 b-1400')];

  it('shows the steps of both', async () => {
    const steps = await funnel<(Step & { compare_label: string })[]>(events, {}, query);
    expect(steps.map(({ count, compare_label }) => [compare_label, count])).toEqual([
      ['current', 2],
      ['current', 1],
      ['previous', 1],
      ['previous', 1],
    ]);
  });

  it('shows both lines, and bins that both share', async () => {
    expect(await funnel(events, { funnelVizType: 'trends' }, query)).toMatchObject([
      { data: [50], days: ['2020-01-15'], compare_label: 'current' },
      { data: [100], days: ['2020-01-14'], compare_label: 'previous' },
    ]);
    expect(await funnel([], { funnelVizType: 'time_to_convert', binCount: 2 }, query)).toEqual([
      {
        bins: [
          [600, 1],
          [1_500, 0],
          [2_400, 0],
        ],
        average_conversion_time: 600,
        compare_label: 'current',
      },
      {
        bins: [
          [600, 0],
          [1_500, 0],
          [2_400, 1],
        ],
        average_conversion_time: 2_400,
        compare_label: 'previous',
      },
    ]);
  });

  it('returns who was there', async () => {
    await fixture.events(project, events);
    const behind = async (compare: string) => {
      const source = { kind: 'FunnelsQuery', ...query };
      const { results } = await fixture.run<{ results: unknown[] }>(
        { kind: 'FunnelsActorsQuery', source, funnelStep: 1, compare },
        { id: project },
      );
      return results.length;
    };
    expect(await behind('current')).toBe(2);
    expect(await behind('previous')).toBe(1);
  });
});

it('can leave out periods that somebody may still convert in', async () => {
  const trend = async (more: object) => {
    const [line] = await funnel<{ data: number[]; days: string[] }[]>(
      [],
      { funnelVizType: 'trends', funnelWindowInterval: 2, ...more },
      { dateRange: { date_from: '2020-01-15', date_to: '2020-01-20' } },
    );
    return line?.days.at(-1);
  };
  expect(await trend({})).toBe('2020-01-20');
  // It is noon of the 20th: whoever entered on the 17th had two days since.
  expect(await trend({ hideIncompleteConversionWindowPeriods: true })).toBe('2020-01-17');
});

it('counts an actor in every period it begins in', async () => {
  const results = await funnel<{ data: number[] }[]>(
    did('p', 'a0 a1440 b1450'),
    { funnelVizType: 'trends' },
    {
      series: [step('a'), step('b')],
      dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' },
    },
  );
  expect(results[0]?.data).toEqual([100, 100]);
});

it('lays times to convert out in bins, and one more for the longest', async () => {
  const results = await funnel(
    [...did('p', 'a0 b37'), ...did('q', 'a0 b37'), ...did('r', 'a0 b1380')],
    { funnelVizType: 'time_to_convert', funnelToStep: 1, binCount: 2 },
  );
  expect(results).toEqual({
    bins: [
      [2_220, 2],
      [42_510, 0],
      [82_800, 1],
    ],
    average_conversion_time: 29_080,
  });
});

it('counts groups, and what an expression names', async () => {
  const events = did('p', 'a0 b1').map((event) => ({ ...event, group0: 'org' }));
  const series = [step('a'), step('b')];
  expect(counts(await funnel(events, {}, { series, aggregation_group_type_index: 0 }))).toEqual([
    1, 1,
  ]);
  expect(counts(await funnel([], { funnelAggregateByHogQL: 'distinct_id' }, { series }))).toEqual([
    1, 1,
  ]);
});

it.each([
  ['event', step('a')],
  ['action', { kind: 'ActionsNode', id: 5 }],
])('asks for the first %s ever where the step does', async (_, first) => {
  await fixture.world(project, { actions: [{ id: 5, name: 'A', steps: [{ event: 'a' }] }] });
  const series = [{ ...first, math: 'first_time_for_user' }, step('b')];
  const dateRange = { date_from: '2020-01-15', date_to: '2020-01-16' };
  const events = [
    { event: 'a', at: '2020-01-10', who: 'old' },
    { event: 'x', at: '2020-01-10', who: 'new' },
    ...did('old', 'a0 b1'),
    ...did('new', 'a0 b1'),
  ];
  expect(counts(await funnel(events, {}, { series, dateRange }))).toEqual([1, 1]);
});
