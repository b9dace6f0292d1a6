import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
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

type Answer = Readonly<Record<string, unknown>> & { readonly results: unknown[] };
const ask = (query: { kind: string } & Record<string, unknown>, id = 1): Promise<Answer> =>
  fixture.run<Answer>(query, { id, now: '2020-01-20T12:00:00Z' });

describe('GroupsQuery', () => {
  const groups = (more: object): Promise<Answer> =>
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
  ])('tells of %s', async (_, more, results) => {
    expect((await groups(more)).results).toEqual(results);
  });
});

it('tells which events there are', async () => {
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

it('tells which properties an event has', async () => {
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

it('tells which values groups have', async () => {
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

it('tells who reached the goals of the project', async () => {
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
