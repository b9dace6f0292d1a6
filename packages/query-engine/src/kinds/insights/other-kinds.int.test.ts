import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture, personId } from './test-support/insight-fixture';
import { sessionAt } from './test-support/session-at';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  await fixture.world(1, {
    actions: [{ id: 7, name: 'Paid', steps: [{ event: 'paid' }] }],
    groups: {
      acme: { name: 'Acme Inc', size: 7 },
      beta: { name: 'Beta', size: 3 },
      gamma: { size: 3 },
    },
  });
  await fixture.events(1, [
    { who: 'a', at: '2020-01-15 10:00:00', session: sessionAt('2020-01-15 10:00:00', 1) },
    {
      who: 'a',
      at: '2020-01-15 10:05:00',
      event: 'paid',
      session: sessionAt('2020-01-15 10:00:00', 1),
      properties: { amount: 5, currency: 'EUR', $ip: '1.2.3.4' },
    },
    {
      who: 'a',
      at: '2020-01-15 10:06:00',
      event: 'paid',
      session: sessionAt('2020-01-15 10:00:00', 1),
      properties: { amount: 7, currency: 'EUR' },
    },
    { who: 'b', at: '2020-01-16 10:00:00', session: sessionAt('2020-01-16 10:00:00', 2) },
    { who: 'b', at: '2019-10-16 10:00:00', event: 'old' },
  ]);
});
afterAll(() => fixture.close());

type ResponseBody = Readonly<Record<string, unknown>> & { readonly results: unknown[] };
const ask = (query: { kind: string } & Record<string, unknown>, id = 1): Promise<ResponseBody> =>
  fixture.run<ResponseBody>(query, { id, now: '2020-01-20T12:00:00Z' });

describe('GroupsQuery', () => {
  const groups = (more: object): Promise<ResponseBody> =>
    ask({ kind: 'GroupsQuery', group_type_index: 0, ...more });

  it('has groups of a type by name', async () => {
    expect(await groups({ orderBy: ['group_name'] })).toMatchObject({
      kind: 'GroupsQuery',
      columns: ['group_name'],
      results: [
        [{ display_name: 'Acme Inc', key: 'acme' }],
        [{ display_name: 'Beta', key: 'beta' }],
        [{ display_name: 'gamma', key: 'gamma' }],
      ],
      limit: 100,
      offset: 0,
      hasMore: false,
    });
  });

  it.each<[string, object, unknown]>([
    ['columns', { select: ['key', 'index'], orderBy: ['key DESC'], limit: 1 }, [['gamma', 0]]],
    ['what is searched', { search: 'BET' }, [[{ display_name: 'Beta', key: 'beta' }]]],
    [
      'filters',
      { properties: [{ key: 'name', type: 'group', group_type_index: 0, value: 'Beta' }] },
      [[{ display_name: 'Beta', key: 'beta' }]],
    ],
    ['counts', { select: ['count()'] }, [[3]]],
    ['other types', { group_type_index: 1 }, []],
  ])('returns %s', async (_, more, results) => {
    expect((await groups(more)).results).toEqual(results);
  });
});

it('lists the events', async () => {
  expect(await ask({ kind: 'TeamTaxonomyQuery' })).toMatchObject({
    results: [
      { event: '$pageview', count: 2 },
      { event: 'paid', count: 2 },
    ],
    hasMore: false,
  });
  expect(await ask({ kind: 'TeamTaxonomyQuery', limit: 1, offset: 1 })).toMatchObject({
    results: [{ event: 'paid', count: 2 }],
    hasMore: false,
  });
});

it('lists the properties of an event', async () => {
  expect((await ask({ kind: 'EventTaxonomyQuery', event: 'paid' })).results).toEqual([
    { property: 'amount', sample_values: ['7', '5'], sample_count: 2 },
    { property: '$session_id', sample_values: [expect.any(String)], sample_count: 1 },
    { property: 'currency', sample_values: ['EUR'], sample_count: 1 },
  ]);
  const named = await ask({
    kind: 'EventTaxonomyQuery',
    event: 'paid',
    properties: ['currency', 'amount', 'nothing'],
    maxPropertyValues: 1,
  });
  expect(named.results).toEqual([
    { property: 'amount', sample_values: ['5'], sample_count: 2 },
    { property: 'currency', sample_values: ['EUR'], sample_count: 1 },
  ]);
});

it.each<[Record<string, unknown>, string]>([
  [{}, 'event'],
  [{ actionId: 99 }, 'actionId'],
])('wants to know whose properties: %j', async (more, attr) => {
  await expect(ask({ kind: 'EventTaxonomyQuery', ...more })).rejects.toMatchObject({
    status: 400,
    attr,
  });
});

it('lists the values of groups', async () => {
  const { results } = await ask({
    kind: 'ActorsPropertyTaxonomyQuery',
    properties: ['nothing', 'size'],
    groupTypeIndex: 0,
  });
  expect(results).toEqual([
    { sample_values: [], sample_count: 0 },
    { sample_values: ['7', '3'], sample_count: 2 },
  ]);
});

describe('SessionsTimelineQuery', () => {
  const [first, second] = [1, 2].map((n) => sessionAt('2020-01-19 10:00:00', n));
  const at = (who: string, time: string, session?: string) => ({
    who,
    at: `2020-01-${time}:00`,
    ...(session !== undefined && { session }),
  });
  beforeAll(async () => {
    await fixture.events(6, [
      at('a', '19 10:00', first),
      at('a', '19 16:00', first),
      at('b', '19 15:00', second),
      at('b', '20 02:00', second),
      at('a', '19 18:00'),
      at('a', '19 18:20'),
      at('a', '10 18:20'),
    ]);
    await fixture.clickhouse.insertJsonEachRow('session_replay_events', [
      {
        team_id: 6,
        session_id: first,
        message_id: first,
        distinct_id: 'a',
        min_first_timestamp: '2020-01-19 10:00:00',
        max_last_timestamp: '2020-01-19 10:01:30',
        event_count: 1,
      },
    ]);
  });
  const timeline = async (more: object): Promise<unknown[]> =>
    (await ask({ kind: 'SessionsTimelineQuery', ...more }, 6)).results.map((entry) => {
      const {
        sessionId,
        events,
        recording_duration_s: recorded,
      } = entry as {
        sessionId: string | null;
        events: { timestamp: string }[];
        recording_duration_s: number | null;
      };
      return [sessionId, events.map(({ timestamp }) => timestamp.slice(8, 16)), recorded];
    });
  const loose = [null, ['19T18:20', '19T18:00'], null];
  const long = [second, ['20T02:00', '19T15:00'], null];
  const recorded = [first, ['19T16:00', '19T10:00'], 90];

  it.each<[string, object, unknown[]]>([
    ['of everybody in the last day', {}, [loose, long, recorded]],
    ['of a person', { personId: personId('a') }, [loose, recorded]],
    [
      'that were going on in a time',
      { after: '2020-01-19T14:00:00Z', before: '2020-01-19T15:30:00Z' },
      [long],
    ],
  ])('has sessions %s', async (_, more, expected) => {
    expect(await timeline(more)).toEqual(expected);
  });

  it('shows events as objects, and rejects invalid dates', async () => {
    const { results } = await ask({ kind: 'SessionsTimelineQuery', after: '-11h' }, 6);
    expect(results[0]).toMatchObject({
      sessionId: second,
      events: [
        {
          distinct_id: 'b',
          event: '$pageview',
          timestamp: '2020-01-20T02:00:00+00:00',
          properties: { $session_id: second },
          elements: [],
        },
        {},
      ],
    });
    await expect(ask({ kind: 'SessionsTimelineQuery', after: '?' }, 6)).rejects.toMatchObject({
      status: 400,
      attr: 'after',
    });
  });
});

describe('PropertyValuesQuery', () => {
  const values = async (more: object): Promise<unknown[]> =>
    (await ask({ kind: 'PropertyValuesQuery', property_type: 'event', ...more }, 5)).results;
  const day = '2020-01-18 10:00:00';
  beforeAll(() =>
    fixture.events(5, [
      { who: 'a', at: day, properties: { plan: 'pro', tags: ['x', 'y z'], n: 7 } },
      { who: 'a', at: day, event: 'paid', properties: { plan: 'pr_basic' } },
      { who: 'a', at: day, event: 'paid', properties: { plan: 'pr_basic' } },
      { who: 'b', at: '2020-01-12 23:00:00', properties: { plan: 'old' } },
    ]),
  );

  it.each<[string, object, string[]]>([
    ['of the last seven days', { property_key: 'plan' }, ['pr_basic', 'pro']],
    ['that fit', { property_key: 'plan', search_value: 'PR_' }, ['pr_basic']],
    ['of some events', { property_key: 'plan', event_names: ['$pageview'] }, ['pro']],
    ['of a column', { property_key: 'event', is_column: true }, ['paid', '$pageview']],
    ['of a list', { property_key: 'tags' }, ['x', 'y z']],
    ['that are numbers', { property_key: 'n', event_names: [] }, ['7']],
    ['of nothing', { property_key: 'nothing' }, []],
  ])('has values %s', async (_, more, expected) => {
    expect(await values(more)).toEqual(expected.map((name) => ({ name, count: null })));
  });

  it('counts the persons that have a value, and finds distinct ids', async () => {
    const person = (id: string, country: string) => ({
      team_id: 5,
      id: `00000000-0000-4000-8000-00000000000${id}`,
      properties_text: JSON.stringify({ country }),
      created_at: `2020-01-0${id} 10:00:00`,
      version: 1,
    });
    await fixture.clickhouse.insertJsonEachRow('person', [
      person('1', 'US'),
      person('2', 'UK'),
      person('3', 'DE'),
      person('4', 'UK'),
      person('5', ''),
    ]);
    expect(await values({ property_type: 'person', property_key: 'country' })).toEqual([
      { name: 'UK', count: 2 },
      { name: 'DE', count: 1 },
      { name: 'US', count: 1 },
    ]);
  });
});

it('returns the visitors that reached the goals of the project', async () => {
  const query = {
    kind: 'WebGoalsQuery',
    properties: [],
    dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' },
  };
  expect(await ask(query)).toMatchObject({
    results: [['Paid', [1, null], [2, null], [0.5, null]]],
    columns: [
      'context.columns.action_name',
      'context.columns.converting_users',
      'context.columns.total_conversions',
      'context.columns.conversion_rate',
    ],
  });
  expect((await ask({ ...query, compareFilter: { compare: true } })).results).toEqual([
    ['Paid', [1, 0], [2, 0], [0.5, 0]],
  ]);
  expect((await ask(query, 2)).results).toEqual([]);
});
