import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture, personId } from './test-support/insight-fixture';

interface Correlation {
  readonly event: { event: string; properties: object; elements: { tag_name: string }[] };
  readonly success_count: number;
  readonly failure_count: number;
  readonly odds_ratio: number;
  readonly correlation_type: string;
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

const FUNNEL = {
  kind: 'FunnelsQuery',
  series: ['sign up', 'paid'].map((event) => ({ kind: 'EventsNode', event })),
  dateRange: { date_from: '2020-01-01', date_to: '2020-01-14' },
};

const correlationOf = (more: object, funnel: object = {}, actors: object = {}) => ({
  kind: 'FunnelCorrelationQuery',
  source: { kind: 'FunnelsActorsQuery', source: { ...FUNNEL, ...funnel }, ...actors },
  ...more,
});

async function correlate(more: object, funnel: object = {}, actors: object = {}) {
  const response = await fixture.run<{ results: { events: Correlation[]; skewed: boolean } }>(
    correlationOf(more, funnel, actors),
    { id: project },
  );
  return response.results;
}

const short = (events: readonly Correlation[]) =>
  events.map(({ event, success_count, failure_count, odds_ratio, correlation_type }) => [
    event.event,
    success_count,
    failure_count,
    odds_ratio,
    correlation_type,
  ]);

async function people(query: object): Promise<number> {
  const { results } = await fixture.run<{ results: unknown[] }>(
    { kind: 'ActorsQuery', select: ['id'], source: query },
    { id: project },
  );
  return results.length;
}

/** Ten who paid and `helped` themselves, ten who did not pay and did something else. */
function story(): TestEvent[] {
  return Array.from({ length: 10 }, (_, index) => index).flatMap((index): TestEvent[] => [
    { event: 'sign up', who: `s${index}`, at: '2020-01-02 14:00:00' },
    ...(index % 2 === 0 ? [{ event: 'helped', who: `s${index}`, at: '2020-01-03 14:00:00' }] : []),
    { event: 'paid', who: `s${index}`, at: '2020-01-04 14:00:00' },
    // After the funnel: of no meaning for it.
    { event: 'late', who: `s${index}`, at: '2020-01-05 14:00:00' },
    { event: 'sign up', who: `f${index}`, at: '2020-01-02 14:00:00' },
    ...(index % 2 === 0
      ? [{ event: 'got lost', who: `f${index}`, at: '2020-01-03 14:00:00' }]
      : []),
  ]);
}

it('ranks events by their odds', async () => {
  await fixture.events(project, story());
  await fixture.events(project + 1_000, [
    { event: 'helped', who: 'f1', at: '2020-01-03 14:00:00' },
  ]);
  const { events, skewed } = await correlate({ funnelCorrelationType: 'events' });
  expect(short(events)).toEqual([
    ['helped', 5, 0, 11, 'success'],
    ['got lost', 0, 5, 1 / 11, 'failure'],
  ]);
  expect(skewed).toBe(false);
  const without = await correlate({
    funnelCorrelationType: 'events',
    funnelCorrelationExcludeEventNames: ['got lost'],
  });
  expect(without.events.map(({ event }) => event.event)).toEqual(['helped']);
});

it('lists the actors behind each count', async () => {
  await fixture.events(project, story());
  const behind = (funnelCorrelationPersonConverted: boolean | undefined, event: string) =>
    people({
      kind: 'FunnelCorrelationActorsQuery',
      source: correlationOf({ funnelCorrelationType: 'events' }),
      funnelCorrelationPersonConverted,
      funnelCorrelationPersonEntity: { kind: 'EventsNode', event },
    });
  expect(await behind(true, 'helped')).toBe(5);
  expect(await behind(false, 'helped')).toBe(0);
  expect(await behind(false, 'got lost')).toBe(5);
  expect(await behind(undefined, 'got lost')).toBe(5);
  // Steps of the funnel are no candidates.
  expect(await behind(true, 'sign up')).toBe(0);
});

it('returns the response shape of PostHog', async () => {
  await fixture.events(project, story());
  const response = await fixture.run(correlationOf({ funnelCorrelationType: 'events' }), {
    id: project,
  });
  expect(response).toMatchObject({
    results: {
      events: [{ event: { event: 'helped', properties: {}, elements: [] } }, {}],
      skewed: false,
    },
    columns: ['name', 'success_count', 'failure_count'],
    types: [
      ['name', 'String'],
      ['success_count', 'UInt64'],
      ['failure_count', 'UInt64'],
    ],
    hasMore: false,
    limit: null,
    offset: null,
    hogql: expect.stringContaining('row_number') as unknown,
  });
});

it('leaves out what happens when the window has closed', async () => {
  await fixture.events(project, story());
  const { events } = await correlate(
    { funnelCorrelationType: 'events' },
    { funnelsFilter: { funnelWindowInterval: 2, funnelWindowIntervalUnit: 'day' } },
  );
  expect(short(events)[0]).toEqual(['helped', 5, 0, 11, 'success']);
  const narrow = await correlate(
    { funnelCorrelationType: 'events' },
    { funnelsFilter: { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'day' } },
  );
  expect(narrow).toEqual({ events: [], skewed: true });
});

it('warns when few actors, or none, convert', async () => {
  const many = Array.from({ length: 12 }, (_, index) => `f${index}`);
  await fixture.events(project, [
    { event: 'sign up', who: 's', at: '2020-01-02 14:00:00' },
    { event: 'helped', who: 's', at: '2020-01-03 14:00:00' },
    { event: 'paid', who: 's', at: '2020-01-04 14:00:00' },
    ...many.map((who) => ({ event: 'sign up', who, at: '2020-01-02 14:00:00' })),
  ]);
  const { events, skewed } = await correlate({ funnelCorrelationType: 'events' });
  expect([short(events), skewed]).toEqual([[['helped', 1, 0, 26, 'success']], true]);
  const nobody = await correlate(
    { funnelCorrelationType: 'events' },
    { dateRange: { date_from: '2019-01-01', date_to: '2019-01-02' } },
  );
  expect(nobody).toEqual({ events: [], skewed: true });
  expect(await correlate({ funnelCorrelationType: 'events' }, { series: [] })).toEqual({
    events: [],
    skewed: false,
  });
});

it('leaves out what too few of many do', async () => {
  const people100 = Array.from({ length: 100 }, (_, index) => index);
  await fixture.events(
    project,
    people100.flatMap((index): TestEvent[] => [
      { event: 'sign up', who: `p${index}`, at: '2020-01-02 14:00:00' },
      ...(index < 2 ? [{ event: 'seldom', who: `p${index}`, at: '2020-01-03 14:00:00' }] : []),
      ...(index < 1 ? [{ event: 'once', who: `p${index}`, at: '2020-01-03 15:00:00' }] : []),
      ...(index < 50 ? [{ event: 'paid', who: `p${index}`, at: '2020-01-04 14:00:00' }] : []),
    ]),
  );
  const { events } = await correlate({ funnelCorrelationType: 'events' });
  expect(events.map(({ event }) => event.event)).toEqual(['seldom']);
});

it('shows ten of either kind', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `did ${String(index).padStart(2, '0')}`);
  await fixture.events(project, [
    ...['s', 'f'].map((who) => ({ event: 'sign up', who, at: '2020-01-02 14:00:00' })),
    ...names.map((event) => ({ event, who: 's', at: '2020-01-03 14:00:00' })),
    { event: 'paid', who: 's', at: '2020-01-04 14:00:00' },
  ]);
  const { events } = await correlate({ funnelCorrelationType: 'events' });
  expect(events.map(({ event }) => event.event)).toEqual(names.slice(0, 10));
});

it('correlates properties of events, and lists who had them', async () => {
  await fixture.events(
    project,
    story().map((event) => ({
      ...event,
      properties: event.event === 'helped' ? { plan: 'pro', size: 5, secret: 'x', none: null } : {},
    })),
  );
  const asked = {
    funnelCorrelationType: 'event_with_properties',
    funnelCorrelationEventNames: ['helped'],
    funnelCorrelationEventExcludePropertyNames: ['secret'],
  };
  const { events } = await correlate(asked);
  expect(short(events)).toEqual([
    ['helped::plan::pro', 5, 0, 11, 'success'],
    ['helped::size::5', 5, 0, 11, 'success'],
  ]);
  const count = await people({
    kind: 'FunnelCorrelationActorsQuery',
    source: correlationOf(asked),
    funnelCorrelationPersonConverted: true,
    funnelCorrelationPersonEntity: {
      kind: 'EventsNode',
      event: 'helped',
      properties: [{ key: 'plan', type: 'event', operator: 'exact', value: 'pro' }],
    },
  });
  expect(count).toBe(5);
});

it('distinguishes autocaptured events by what was clicked', async () => {
  await fixture.events(
    project,
    story().map((event) =>
      event.event === 'helped'
        ? {
            ...event,
            event: '$autocapture',
            properties: { $event_type: 'click' },
            elementsChain: 'a.small:href="/x"text="Go"nth-child="1"nth-of-type="2"',
          }
        : event,
    ),
  );
  const { events } = await correlate({
    funnelCorrelationType: 'event_with_properties',
    funnelCorrelationEventNames: ['$autocapture'],
  });
  expect(events).toEqual([
    {
      event: {
        event:
          '$autocapture::elements_chain::click__~~__a.small:href="/x"text="Go"nth-child="1"nth-of-type="2"',
        properties: { $event_type: 'click' },
        elements: [expect.objectContaining({ tag_name: 'a', href: '/x', text: 'Go' })],
      },
      success_count: 5,
      failure_count: 0,
      odds_ratio: 11,
      correlation_type: 'success',
    },
  ]);
});

describe('of properties of actors', () => {
  const person = (who: string, properties: object) => ({
    team_id: project,
    id: personId(who),
    created_at: '2020-01-01 00:00:00',
    properties_text: JSON.stringify(properties),
    is_identified: 1,
    version: 1,
  });

  it('correlates those of persons', async () => {
    await fixture.events(project, story());
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    await fixture.clickhouse.insertJsonEachRow(
      'person',
      numbers.flatMap((index) => [
        person(`s${index}`, { browser: 'Positive', size: 5 }),
        person(`f${index}`, index < 8 ? { browser: 'Negative' } : {}),
      ]),
    );
    const asked = {
      funnelCorrelationType: 'properties',
      funnelCorrelationNames: ['browser'],
    };
    const { events } = await correlate(asked);
    expect(short(events)).toEqual([
      ['browser::Positive', 10, 0, 121, 'success'],
      ['browser::Negative', 0, 8, (1 * 3) / (11 * 9), 'failure'],
      ['browser::', 0, 2, (1 * 9) / (11 * 3), 'failure'],
    ]);
    const all = await correlate({
      funnelCorrelationType: 'properties',
      funnelCorrelationNames: ['$all'],
      funnelCorrelationExcludeNames: ['browser'],
    });
    expect(short(all.events)).toEqual([['size::5', 10, 0, 121, 'success']]);
    const behind = (value: string, funnelCorrelationPersonConverted: boolean) =>
      people({
        kind: 'FunnelCorrelationActorsQuery',
        source: correlationOf(asked),
        funnelCorrelationPersonConverted,
        funnelCorrelationPropertyValues: [
          { key: 'browser', type: 'person', operator: 'exact', value },
        ],
      });
    expect(await behind('Positive', true)).toBe(10);
    expect(await behind('Positive', false)).toBe(0);
    expect(await behind('Negative', false)).toBe(8);
    expect(await behind('', false)).toBe(2);
  });

  it('correlates those of groups', async () => {
    await fixture.events(
      project,
      story().map((event) => ({ ...event, group0: `org:${event.who}` })),
    );
    await fixture.clickhouse.insertJsonEachRow(
      'groups',
      ['s1', 's2', 's3'].map((who) => ({
        team_id: project,
        group_type_index: 0,
        group_key: `org:${who}`,
        created_at: '2020-01-01 00:00:00',
        version: 1,
        group_properties_text: JSON.stringify({ industry: 'finance' }),
      })),
    );
    const { events } = await correlate(
      { funnelCorrelationType: 'properties', funnelCorrelationNames: ['industry'] },
      { aggregation_group_type_index: 0 },
    );
    expect(short(events)).toEqual([
      ['industry::finance', 3, 0, (4 * 11) / (8 * 1), 'success'],
      ['industry::', 7, 10, (8 * 1) / (4 * 11), 'failure'],
    ]);
  });
});

it.each([
  [{ funnelCorrelationType: 'properties' }, 'funnelCorrelationNames'],
  [{ funnelCorrelationType: 'event_with_properties' }, 'funnelCorrelationEventNames'],
])('rejects %j without names', async (more, attr) => {
  await expect(correlate(more)).rejects.toMatchObject({ status: 400, attr });
});

it.each([
  ['events', 'funnelCorrelationPersonEntity'],
  ['properties', 'funnelCorrelationPropertyValues'],
])('rejects actors of %s that are not in the query', async (funnelCorrelationType, attr) => {
  const query = {
    kind: 'FunnelCorrelationActorsQuery',
    source: correlationOf({ funnelCorrelationType, funnelCorrelationNames: ['x'] }),
  };
  await expect(people(query)).rejects.toMatchObject({ status: 400, attr });
});

it('rejects properties of what an expression names', async () => {
  const asked = { funnelCorrelationType: 'properties', funnelCorrelationNames: ['x'] };
  const funnelsFilter = { funnelAggregateByHogQL: 'properties.$session_id' };
  await expect(correlate(asked, { funnelsFilter })).rejects.toMatchObject({ status: 400 });
});
