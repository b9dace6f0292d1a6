import type { ActorsResponse } from '../test-support/actors-scene';
import {
  actorsScene,
  BROWSERS,
  EVENTS,
  NULL,
  OTHER,
  PAGEVIEW,
  RANGE,
  TRENDS,
} from '../test-support/actors-scene';
import { personId } from '../test-support/insight-fixture';

const { fixture, project, people } = actorsScene();

describe('trends', () => {
  beforeEach(() => fixture().events(project(), EVENTS));

  it.each([
    ['a day', TRENDS, { day: '2020-01-09' }, ['a', 'b']],
    ['a timestamp within a day', TRENDS, { day: '2020-01-10T00:00:00Z' }, ['a', 'c']],
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
    const response = await fixture().run<ActorsResponse>(
      {
        kind: 'ActorsQuery',
        select: ['id', 'event_count', 'event_distinct_ids', 'person'],
        orderBy: ['event_count DESC', 'id'],
        limit: 2,
        source: { kind: 'InsightActorsQuery', source, day: '2020-01-09' },
      },
      { id: project() },
    );
    expect(response).toMatchObject({
      results: [
        [personId('a'), 2, ['a'], { id: personId('a') }],
        [personId('b'), 1, ['b'], { id: personId('b') }],
      ],
      missing_actors_count: 2,
    });
  });

  it('finds the actors of each of two equal hours by its offset', async () => {
    const events = ['00:10', '01:10', '01:20'].map((time, index) => ({
      at: `2026-10-25 ${time}:00`,
      who: ['a', 'b', 'c'][index] ?? '',
    }));
    await fixture().events(project(), events);
    const dateRange = { date_from: '2026-10-25', date_to: '2026-10-25' };
    const source = { ...TRENDS, interval: 'hour', dateRange };
    const counts = ['02:00:00+02:00', '02:00:00+01:00', '02:00:00'].map(async (time) => {
      const { results } = await fixture().run<ActorsResponse>(
        { kind: 'InsightActorsQuery', source, day: `2026-10-25T${time}` },
        { id: project(), timezone: 'Europe/Berlin' },
      );
      return results.map(([id]) => id).sort();
    });
    const [first, second] = [[personId('a')], ['b', 'c'].map(personId)];
    await expect(Promise.all(counts)).resolves.toEqual([first, second, first]);
  });

  it('works alone, too', async () => {
    const response = await fixture().run<ActorsResponse>(
      { kind: 'InsightActorsQuery', source: { ...TRENDS, dateRange: RANGE }, day: '2020-01-12' },
      { id: project() },
    );
    expect(response.columns).toEqual([
      'actor_id',
      'event_count',
      'last_seen',
      'event_distinct_ids',
    ]);
    expect(response.results).toMatchObject([[personId('d'), 1, expect.any(String), ['d']]]);
  });

  it('lists the options', async () => {
    const source = { ...BROWSERS, dateRange: RANGE, compareFilter: { compare: true } };
    const response = await fixture().run(
      { kind: 'InsightActorsQueryOptions', source },
      { id: project() },
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

  it('offers bins, then all of them, then the missing value', async () => {
    const source = {
      ...TRENDS,
      dateRange: RANGE,
      trendsFilter: { display: 'ActionsPie' },
      breakdownFilter: { breakdowns: [{ property: 'n', histogram_bin_count: 2 }] },
    };
    const numbers = [1, 3, 3].map((n) => ({ at: '2020-01-10', who: 'a', properties: { n } }));
    await fixture().events(project(), numbers);
    const response = await fixture().run(
      { kind: 'InsightActorsQueryOptions', source },
      { id: project() },
    );
    const values = ['[2,3.01]', '[1,2]', '["",""]'].map((value) => ({ label: value, value }));
    const none = { label: 'None (i.e. no value)', value: NULL };
    expect(response).toMatchObject({ day: null, breakdowns: [{ values: [...values, none] }] });
  });
});
