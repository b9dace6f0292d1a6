import type { InsightFixture, TestEvent } from '../test-support/insight-fixture';
import { createInsightFixture, personId } from '../test-support/insight-fixture';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  const story = (who: string, ...events: string[]): TestEvent[] =>
    events.map((event, minute) => ({
      event,
      who,
      at: `2020-01-15 12:0${minute}:00`,
      properties: { os: who < 'r' ? 'mac' : 'win' },
    }));
  await fixture.events(1, [
    ...story('p', 'a', 'b', 'c'),
    ...story('q', 'a', 'b'),
    ...story('r', 'a'),
    ...story('s', 'b'),
  ]);
  const recorded = ['first', 'second', 'again'].map((session, at) => ({
    session,
    who: 'p',
    event: ['a', 'b', 'a'][at] ?? '',
    at: `2020-01-15 12:0${at}:00`,
  }));
  await fixture.events(2, [...recorded, { who: 'p', event: 'helped', at: '2020-01-15 12:00:30' }]);
  await fixture.clickhouse.insertJsonEachRow(
    'session_replay_events',
    recorded.map(({ session, at }) => ({
      team_id: 2,
      session_id: session,
      message_id: '018d0000-0000-7000-8000-000000000001',
      distinct_id: 'p',
      min_first_timestamp: at,
      max_last_timestamp: at,
      event_count: 1,
    })),
  );
});
afterAll(() => fixture.close());

const WHO = new Map(['p', 'q', 'r', 's'].map((who) => [personId(who), who]));
const SOURCE = {
  kind: 'FunnelsQuery',
  series: ['a', 'b', 'c'].map((event) => ({ kind: 'EventsNode', event })),
};

async function people(query: object, source: object = {}): Promise<(string | undefined)[]> {
  const { results } = await fixture.run<{ results: { id: string }[][] }>({
    kind: 'ActorsQuery',
    select: ['actor'],
    source: { kind: 'FunnelsActorsQuery', source: { ...SOURCE, ...source }, ...query },
  });
  return results.map(([actor]) => WHO.get(actor?.id ?? '')).sort();
}

it.each([
  [1, ['p', 'q', 'r']],
  [2, ['p', 'q']],
  [3, ['p']],
  [-2, ['r']],
  [-3, ['q']],
])('lists who is behind step %i', async (funnelStep, expected) => {
  expect(await people({ funnelStep })).toEqual(expected);
});

it('lists those of a breakdown value, and of all others together', async () => {
  const broken = { breakdownFilter: { breakdown: 'os', breakdown_limit: 1 } };
  expect(await people({ funnelStep: 1, funnelStepBreakdown: ['mac'] }, broken)).toEqual(['p', 'q']);
  expect(await people({ funnelStep: 1, funnelStepBreakdown: 'Other' }, broken)).toEqual(['r']);
});

it('lists who converted in a period, and who dropped off', async () => {
  const trends = { funnelsFilter: { funnelVizType: 'trends' }, interval: 'day' };
  const of = (funnelTrendsDropOff: boolean, day: string) =>
    people({ funnelTrendsDropOff, funnelTrendsEntrancePeriodStart: day }, trends);
  expect(await of(false, '2020-01-15')).toEqual(['p']);
  expect(await of(true, '2020-01-15 00:00:00')).toEqual(['q', 'r']);
  expect(await of(true, '2020-01-16')).toEqual([]);
});

it.each([0, -1, 4, -4])('refuses step %i', async (funnelStep) => {
  await expect(people({ funnelStep })).rejects.toMatchObject({ status: 400, attr: 'funnelStep' });
});

it.each<[string, object, object, string[]]>([
  ['the first step', { funnelStep: 1 }, {}, ['first', 'again']],
  ['a later step', { funnelStep: 2 }, {}, ['second']],
  ['whom it lost', { funnelStep: -3 }, {}, ['second']],
  ['a step of any order', { funnelStep: 2 }, { funnelOrderType: 'unordered' }, ['second']],
  [
    'a period that lost them',
    { funnelTrendsDropOff: true, funnelTrendsEntrancePeriodStart: '2020-01-15' },
    { funnelVizType: 'trends' },
    ['second'],
  ],
])('finds the recordings of %s', async (_, asked, funnelsFilter, expected) => {
  const { results } = await fixture.run<{ results: { session_id: string }[][][] }>(
    {
      kind: 'ActorsQuery',
      select: ['id', 'matched_recordings'],
      source: {
        kind: 'FunnelsActorsQuery',
        source: { ...SOURCE, funnelsFilter },
        includeRecordings: true,
        ...asked,
      },
    },
    { id: 2 },
  );
  expect(results).toHaveLength(1);
  expect(results[0]?.[1]?.map(({ session_id }) => session_id)).toEqual(expected);
});

it.each([
  ['converted', true, 2],
  ['dropped off', false, 3],
])('finds the recordings of the last step of who %s by a correlation', async (_, did, steps) => {
  const funnel = { ...SOURCE, series: SOURCE.series.slice(0, steps) };
  const source = { kind: 'FunnelsActorsQuery', source: funnel, includeRecordings: true };
  const { results } = await fixture.run<{ results: { session_id: string }[][][] }>(
    {
      kind: 'ActorsQuery',
      select: ['id', 'matched_recordings'],
      source: {
        kind: 'FunnelCorrelationActorsQuery',
        source: { kind: 'FunnelCorrelationQuery', source, funnelCorrelationType: 'events' },
        funnelCorrelationPersonConverted: did,
        funnelCorrelationPersonEntity: { kind: 'EventsNode', event: 'helped' },
      },
    },
    { id: 2 },
  );
  expect(results.map(([, found]) => found?.map(({ session_id }) => session_id))).toEqual([
    ['second'],
  ]);
});
