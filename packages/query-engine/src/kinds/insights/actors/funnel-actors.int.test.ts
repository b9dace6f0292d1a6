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
const BASELINE = '$$_posthog_breakdown_baseline_$$';
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
  expect(await people({ funnelStep: 1, funnelStepBreakdown: BASELINE }, broken)).toEqual([
    'p',
    'q',
    'r',
  ]);
});

it('ranks the values of optional steps as the funnel does', async () => {
  // One actor of each value reached the end; more actors with value y did the optional step.
  const story = (who: string, v: string, ...events: string[]): TestEvent[] =>
    events.map((event, minute) => ({
      who,
      event,
      at: `2020-01-15 12:0${minute}:00`,
      properties: { v },
    }));
  await fixture.events(3, [
    ...story('p', 'x', 'a', 'c'),
    ...story('q', 'x', 'a', 'b'),
    ...story('o', 'x', 'a'),
    ...story('r', 'y', 'a', 'b', 'c'),
    ...story('s', 'y', 'a', 'b'),
  ]);
  const source = {
    ...SOURCE,
    series: SOURCE.series.map((node, at) => ({ ...node, optionalInFunnel: at === 1 })),
    breakdownFilter: { breakdown: 'v', breakdown_limit: 1 },
  };
  const { results } = await fixture.run<{ results: { count: number; breakdown: string[] }[][] }>(
    source,
    { id: 3 },
  );
  expect(results.map(([first]) => first?.breakdown)).toEqual([['y'], ['Other']]);
  for (const [at, { count }] of (results[1] ?? []).entries()) {
    const actors = await fixture.run<{ results: unknown[] }>(
      { kind: 'FunnelsActorsQuery', source, funnelStep: at + 1, funnelStepBreakdown: 'Other' },
      { id: 3 },
    );
    expect(actors.results).toHaveLength(count);
  }
});

describe('offers', () => {
  const option = (label: string, value: string | number = label) => ({ label, value });
  const compare = [option('Current', 'current'), option('Previous', 'previous')];
  const all = option('Baseline', BASELINE);
  const byOs = { breakdownFilter: { breakdown: 'os' } };

  it.each<[string, object, object]>([
    ['nothing without values', {}, { breakdown: null, compare: null }],
    ['values, all of them first', byOs, { breakdown: [all, option('mac'), option('win')] }],
    [
      'values of several properties as a text',
      { breakdownFilter: { breakdown: ['os', 'v'] } },
      {
        breakdown: [
          all,
          option('mac, None (i.e. no value)', '["mac",""]'),
          option('win, None (i.e. no value)', '["win",""]'),
        ],
      },
    ],
    [
      'cohorts by their ids',
      { breakdownFilter: { breakdown: ['all'], breakdown_type: 'cohort' } },
      { breakdown: [all, option('all users', 0)] },
    ],
    ['periods', { compareFilter: { compare: true } }, { breakdown: null, compare }],
    [
      'no period of lines',
      { ...byOs, compareFilter: { compare: true }, funnelsFilter: { funnelVizType: 'trends' } },
      { breakdown: [all, option('mac'), option('win')], compare: null },
    ],
    [
      'no value of times',
      { ...byOs, funnelsFilter: { funnelVizType: 'time_to_convert' } },
      { breakdown: null },
    ],
  ])('%s', async (_, more, expected) => {
    const source = { kind: 'FunnelsActorsQuery', source: { ...SOURCE, ...more }, funnelStep: 1 };
    const options = await fixture.run({ kind: 'InsightActorsQueryOptions', source });
    expect(options).toMatchObject(expected);
  });
});

it('lists who converted in a period, and who dropped off', async () => {
  const trends = { funnelsFilter: { funnelVizType: 'trends' }, interval: 'day' };
  const of = (funnelTrendsDropOff: boolean, day: string) =>
    people({ funnelTrendsDropOff, funnelTrendsEntrancePeriodStart: day }, trends);
  expect(await of(false, '2020-01-15')).toEqual(['p']);
  expect(await of(true, '2020-01-15 00:00:00')).toEqual(['q', 'r']);
  expect(await of(true, '2020-01-16')).toEqual([]);
  const query = { funnelTrendsDropOff: true, funnelTrendsEntrancePeriodStart: '2020-01-15' };
  const byNothing = { ...trends, breakdownFilter: { breakdown: 'nothing' } };
  // The text of a missing value in conversion lines.
  expect(await people({ ...query, funnelStepBreakdown: ['None'] }, byNothing)).toEqual(['q', 'r']);
});

it.each([0, -1, 4, -4])('rejects step %i', async (funnelStep) => {
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
