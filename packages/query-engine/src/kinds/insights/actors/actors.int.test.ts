import type { InsightFixture, TestEvent } from '../test-support/insight-fixture';
import { createInsightFixture, personId } from '../test-support/insight-fixture';

interface ResponseBody {
  readonly results: readonly unknown[][];
  readonly columns: readonly string[];
  readonly missing_actors_count?: number;
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

const OTHER = '$$_posthog_breakdown_other_$$';
const NULL = '$$_posthog_breakdown_null_$$';
const PAGEVIEW = { kind: 'EventsNode', event: '$pageview' };

const RANGE = { date_from: '2020-01-09', date_to: '2020-01-12' };

/** Whom a point of an insight stands for, by the letters of the test. */
async function people(
  source: Record<string, unknown>,
  point: Record<string, unknown> = {},
  kind = 'InsightActorsQuery',
): Promise<string[]> {
  const { results } = await fixture.run<ResponseBody>(
    {
      kind: 'ActorsQuery',
      select: ['actor'],
      source: { kind, source: { dateRange: RANGE, ...source }, ...point },
    },
    { id: project },
  );
  return results.map(([actor]) => letterOf(actor)).sort();
}

function letterOf(actor: unknown): string {
  const { id } = actor as { readonly id: string };
  return /^0{8}-0{4}-4000-8000-/.test(id)
    ? Buffer.from(id.slice(-12).replace(/^(00)+/, ''), 'hex').toString()
    : id;
}

const EVENTS: readonly TestEvent[] = [
  { at: '2020-01-09', who: 'a', properties: { browser: 'Chrome' }, group0: 'org' },
  { at: '2020-01-09', who: 'a', properties: { browser: 'Chrome' } },
  { at: '2020-01-09', who: 'b', properties: { browser: 'Safari' } },
  { at: '2020-01-10', who: 'a', properties: { browser: 'Firefox' } },
  { at: '2020-01-10', who: 'c', properties: { browser: '' } },
  { at: '2020-01-12', who: 'd' },
  { at: '2020-01-12', who: 'e', event: 'other' },
];

const TRENDS = { kind: 'TrendsQuery', series: [PAGEVIEW] };
const BROWSERS = { ...TRENDS, breakdownFilter: { breakdown: 'browser', breakdown_limit: 1 } };

describe('trends', () => {
  beforeEach(() => fixture.events(project, EVENTS));

  it.each([
    ['a day', TRENDS, { day: '2020-01-09' }, ['a', 'b']],
    ['a moment of a day', TRENDS, { day: '2020-01-10T00:00:00Z' }, ['a', 'c']],
    ['a day outside', TRENDS, { day: '2020-03-01' }, []],
    [
      'a day outside with events',
      { ...TRENDS, dateRange: { date_from: '2020-01-11', date_to: '2020-01-11' } },
      { day: '2020-01-10' },
      ['a', 'c'],
    ],
    [
      'a day outside of ends to the second',
      { ...TRENDS, dateRange: { ...RANGE, date_from: '2020-01-10', explicitDate: true } },
      { day: '2020-01-09' },
      [],
    ],
    [
      'first events of a day outside',
      {
        ...TRENDS,
        series: [{ ...PAGEVIEW, math: 'first_time_for_user' }],
        dateRange: { date_from: '2020-01-12', date_to: '2020-01-12' },
      },
      { day: '2020-01-10' },
      ['c'],
    ],
    [
      'weekly actives of a day outside',
      {
        ...TRENDS,
        series: [{ ...PAGEVIEW, math: 'weekly_active' }],
        dateRange: { date_from: '2020-03-12', date_to: '2020-03-12' },
      },
      { day: '2020-01-17' },
      ['d'],
    ],
    ['the whole range', TRENDS, {}, ['a', 'b', 'c', 'd']],
    [
      'another series',
      { ...TRENDS, series: [PAGEVIEW, { kind: 'EventsNode', event: 'other' }] },
      { series: 1 },
      ['e'],
    ],
    ['a breakdown value', BROWSERS, { breakdown: 'Safari' }, ['b']],
    ['all other values', BROWSERS, { breakdown: OTHER }, ['a', 'b', 'c', 'd']],
    ['all other values of a day', BROWSERS, { day: '2020-01-09', breakdown: OTHER }, ['b']],
    ['no value', BROWSERS, { breakdown: NULL }, ['c', 'd']],
    ['an empty value', BROWSERS, { breakdown: '' }, ['c', 'd']],
    [
      'several values',
      { ...TRENDS, breakdownFilter: { breakdowns: [{ property: 'browser' }, { property: 'os' }] } },
      { breakdown: ['Chrome', NULL] },
      ['a'],
    ],
    [
      'weekly actives',
      { ...TRENDS, series: [{ ...PAGEVIEW, math: 'weekly_active' }] },
      { day: '2020-01-11' },
      ['a', 'b', 'c'],
    ],
    [
      'a running sum',
      {
        ...TRENDS,
        series: [{ ...PAGEVIEW, math: 'dau' }],
        trendsFilter: { display: 'ActionsLineGraphCumulative' },
      },
      { day: '2020-01-10' },
      ['a', 'b', 'c'],
    ],
    [
      'first events',
      { ...TRENDS, series: [{ ...PAGEVIEW, math: 'first_time_for_user' }] },
      { day: '2020-01-10' },
      ['c'],
    ],
    [
      'a total',
      { ...TRENDS, trendsFilter: { display: 'BoldNumber' } },
      { day: '2020-01-09' },
      ['a', 'b', 'c', 'd'],
    ],
    [
      'groups',
      { ...TRENDS, series: [{ ...PAGEVIEW, math: 'unique_group', math_group_type_index: 0 }] },
      {},
      ['org'],
    ],
    [
      'the period before',
      {
        ...TRENDS,
        dateRange: { date_from: '2020-01-10', date_to: '2020-01-10' },
        compareFilter: { compare: true },
      },
      { day: '2020-01-10', compare: 'previous' },
      ['a', 'b'],
    ],
    [
      'the period before, of a day of both',
      {
        ...TRENDS,
        dateRange: { date_from: '2020-01-10', date_to: '2020-01-12' },
        compareFilter: { compare: true, compare_to: '-1d' },
      },
      { day: '2020-01-10', compare: 'previous' },
      ['a', 'b'],
    ],
  ])('%s', async (_name, source, point, expected) => {
    await expect(people(source, point)).resolves.toEqual(expected);
  });

  it('returns counts and distinct ids, most active first, and unknown actors by their id', async () => {
    const source = { ...TRENDS, dateRange: RANGE };
    const response = await fixture.run<ResponseBody>(
      {
        kind: 'ActorsQuery',
        select: ['id', 'event_count', 'event_distinct_ids', 'person'],
        orderBy: ['event_count DESC', 'id'],
        limit: 2,
        source: { kind: 'InsightActorsQuery', source, day: '2020-01-09' },
      },
      { id: project },
    );
    expect(response).toMatchObject({
      results: [
        [personId('a'), 2, ['a'], { id: personId('a') }],
        [personId('b'), 1, ['b'], { id: personId('b') }],
      ],
      missing_actors_count: 2,
    });
  });

  it('works alone, too', async () => {
    const response = await fixture.run<ResponseBody>(
      { kind: 'InsightActorsQuery', source: { ...TRENDS, dateRange: RANGE }, day: '2020-01-12' },
      { id: project },
    );
    expect(response.columns).toEqual([
      'actor_id',
      'event_count',
      'last_seen',
      'event_distinct_ids',
    ]);
    expect(response.results).toMatchObject([[personId('d'), 1, expect.any(String), ['d']]]);
  });

  it('offers what can be asked', async () => {
    const source = { ...BROWSERS, dateRange: RANGE, compareFilter: { compare: true } };
    const response = await fixture.run(
      { kind: 'InsightActorsQueryOptions', source },
      { id: project },
    );
    expect(response).toMatchObject({
      series: [{ label: '$pageview', value: 0 }],
      breakdown: [
        { label: 'Chrome', value: 'Chrome' },
        { label: 'Other (i.e. all remaining values)', value: OTHER },
      ],
      compare: [
        { label: 'Current', value: 'current' },
        { label: 'Previous', value: 'previous' },
      ],
      status: null,
      breakdowns: null,
    });
    expect(response['day']).toHaveLength(4);
    expect((response['day'] as unknown[])[0]).toEqual({
      label: '9-Jan-2020',
      value: '2020-01-09T00:00:00Z',
    });
  });

  it('offers bins, then all of them, then none', async () => {
    const source = {
      ...TRENDS,
      dateRange: RANGE,
      trendsFilter: { display: 'ActionsPie' },
      breakdownFilter: { breakdowns: [{ property: 'n', histogram_bin_count: 2 }] },
    };
    const numbers = [1, 3, 3].map((n) => ({ at: '2020-01-10', who: 'a', properties: { n } }));
    await fixture.events(project, numbers);
    const response = await fixture.run(
      { kind: 'InsightActorsQueryOptions', source },
      { id: project },
    );
    const values = ['[2,3.01]', '[1,2]', '["",""]'].map((value) => ({ label: value, value }));
    const none = { label: 'None (i.e. no value)', value: NULL };
    expect(response).toMatchObject({ day: null, breakdowns: [{ values: [...values, none] }] });
  });
});

describe('other insights', () => {
  beforeEach(() => fixture.events(project, EVENTS));
  const LIFECYCLE = { kind: 'LifecycleQuery', series: [PAGEVIEW] };
  const STICKINESS = { kind: 'StickinessQuery', series: [PAGEVIEW] };
  const PATHS = { kind: 'PathsQuery' };
  const RETENTION = {
    kind: 'RetentionQuery',
    retentionFilter: { totalIntervals: 3 },
    dateRange: { date_from: '2020-01-09', date_to: '2020-01-11' },
  };

  it.each([
    ['new', LIFECYCLE, { day: '2020-01-09', status: 'new' }, ['a', 'b']],
    ['returning', LIFECYCLE, { day: '2020-01-10', status: 'returning' }, ['a']],
    ['dormant', LIFECYCLE, { day: '2020-01-10', status: 'dormant' }, ['b']],
    ['two days', STICKINESS, { day: 2 }, ['a']],
    ['one day', STICKINESS, { day: '1' }, ['b', 'c', 'd']],
    [
      'a day or more',
      { ...STICKINESS, stickinessFilter: { computedAs: 'cumulative' } },
      { day: 1 },
      ['a', 'b', 'c', 'd'],
    ],
    ['a row', RETENTION, { interval: 0 }, ['a', 'b']],
    ['going on', { ...PATHS, pathsFilter: { pathStartKey: '1_' } }, {}, []],
    ['dropping off', { ...PATHS, pathsFilter: { pathDropoffKey: '1_other' } }, {}, ['e']],
  ])('%s', async (_name, source, point, expected) => {
    await expect(people(source, point)).resolves.toEqual(expected);
  });

  it.each([
    ['gte', 1, ['a', 'b', 'c', 'd']],
    ['lte', 1, ['b', 'c', 'd']],
    ['exact', 2, ['a']],
  ])('of stickiness by an operator: %s', async (operator, day, expected) => {
    const found = await people(STICKINESS, { day, operator }, 'StickinessActorsQuery');
    expect(found).toEqual(expected);
  });

  it.each([
    ['lifecycle', { ...LIFECYCLE, aggregation_group_type_index: 0 }, { day: '2020-01-10' }],
    ['retention', { ...RETENTION, aggregation_group_type_index: 0 }, { interval: 0 }],
    [
      'stickiness',
      {
        ...STICKINESS,
        series: [{ ...PAGEVIEW, math: 'unique_group', math_group_type_index: 0 }],
      },
      { day: 1 },
    ],
    [
      'paths',
      { ...PATHS, pathsFilter: { pathDropoffKey: '1_' }, aggregation_group_type_index: 0 },
      {},
    ],
  ])('are groups, of %s', async (_name, source, point) => {
    await expect(people(source, point)).resolves.toEqual(['org']);
  });

  it('offers what can be asked', async () => {
    const options = (source: object) =>
      fixture.run(
        { kind: 'InsightActorsQueryOptions', source: { dateRange: RANGE, ...source } },
        { id: project },
      );
    expect(await options(LIFECYCLE)).toMatchObject({
      status: ['Dormant', 'New', 'Resurrecting', 'Returning'].map((label) => ({
        label,
        value: label.toLowerCase(),
      })),
    });
    expect(await options(STICKINESS)).toMatchObject({
      day: ['1 day', '2 days', '3 days', '4 days'].map((label, at) => ({ label, value: at + 1 })),
    });
    expect(await options(RETENTION)).toMatchObject({
      interval: ['Day 0', 'Day 1', 'Day 2'].map((label, value) => ({ label, value })),
    });
  });

  it('of retention with the columns they came back in', async () => {
    const response = await fixture.run<ResponseBody>(
      { kind: 'InsightActorsQuery', source: RETENTION, interval: 0 },
      { id: project },
    );
    expect(response.columns).toEqual(['actor_id', 'appearances', 'day_0', 'day_1', 'day_2']);
    expect(Object.fromEntries(response.results.map(([id, ...rest]) => [id, rest]))).toEqual({
      [personId('a')]: [[0, 1], true, true, false],
      [personId('b')]: [[0], true, false, false],
    });
  });
});

describe('events behind trends', () => {
  const session = '018d0000-0000-7000-8000-000000000001';
  const unrecorded = '018d0000-0000-7000-8000-000000000002';
  beforeEach(async () => {
    await fixture.events(project, [
      ...EVENTS,
      { at: '2020-01-10 13:00:00', who: 'a', session, properties: { browser: 'Opera' } },
      {
        at: '2020-01-10 14:00:00',
        who: 'c',
        session: unrecorded,
        properties: { browser: 'Opera' },
      },
    ]);
    await fixture.clickhouse.insertJsonEachRow('session_replay_events', [
      {
        team_id: project,
        session_id: session,
        message_id: session,
        distinct_id: 'a',
        min_first_timestamp: '2020-01-10 12:59:00',
        max_last_timestamp: '2020-01-10 13:01:00',
        event_count: 1,
      },
    ]);
  });
  const behind = (source: object, point: object = {}) => ({
    kind: 'InsightActorsQuery',
    source: { dateRange: RANGE, ...source },
    ...point,
  });
  const eventsBehind = (source: object, select: readonly string[] = ['distinct_id']) =>
    fixture.run<ResponseBody>(
      { kind: 'EventsQuery', select, after: 'all', orderBy: ['timestamp'], source },
      { id: project },
    );

  it.each([
    ['a day', TRENDS, { day: '2020-01-09' }, ['a', 'a', 'b']],
    ['a breakdown value', BROWSERS, { breakdown: 'Safari' }, ['b']],
    ['a day outside', TRENDS, { day: '2020-03-01' }, []],
  ])('EventsQuery shows those of %s', async (_, source, point, expected) => {
    const { results } = await eventsBehind(behind(source, point));
    expect(results.flat().sort()).toEqual(expected);
  });

  it('EventsQuery rejects other sources', async () => {
    await expect(
      eventsBehind(behind({ kind: 'LifecycleQuery', series: [PAGEVIEW] })),
    ).rejects.toThrow('only events behind trends');
    await expect(eventsBehind({ kind: 'HogQLQuery', query: 'select 1' })).rejects.toThrow(
      'source.',
    );
  });

  it('says of whole events whether their session was recorded', async () => {
    const { results } = await eventsBehind(
      behind({ ...TRENDS, properties: [{ key: 'browser', value: 'Opera', type: 'event' }] }),
      ['*'],
    );
    const returned = results.map(([event]) => (event as { properties: object }).properties);
    expect(returned).toEqual([
      { browser: 'Opera', $session_id: session, $has_recording: true },
      { browser: 'Opera', $session_id: unrecorded, $has_recording: false },
    ]);
  });

  it.each([true, false])('recordings of actors, asked for: %s', async (includeRecordings) => {
    const { results } = await fixture.run<ResponseBody>(
      {
        kind: 'ActorsQuery',
        select: ['id', 'matched_recordings'],
        orderBy: ['id'],
        source: behind(TRENDS, { day: '2020-01-10', includeRecordings }),
      },
      { id: project },
    );
    const event = {
      uuid: expect.any(String) as unknown,
      timestamp: '2020-01-10T13:00:00Z',
      window_id: expect.any(String) as unknown,
    };
    expect(results).toEqual([
      [personId('a'), includeRecordings ? [{ session_id: session, events: [event] }] : []],
      [personId('c'), []],
    ]);
  });
});
