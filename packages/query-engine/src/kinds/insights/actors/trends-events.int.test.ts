import type { ActorsResponse } from '../test-support/actors-scene';
import {
  actorsScene,
  BROWSERS,
  EVENTS,
  PAGEVIEW,
  RANGE,
  TRENDS,
} from '../test-support/actors-scene';
import { personId } from '../test-support/insight-fixture';

const { fixture, project } = actorsScene();

describe('events behind trends', () => {
  const session = '018d0000-0000-7000-8000-000000000001';
  const unrecorded = '018d0000-0000-7000-8000-000000000002';
  beforeEach(async () => {
    await fixture().events(project(), [
      ...EVENTS,
      { at: '2020-01-10 13:00:00', who: 'a', session, properties: { browser: 'Opera' } },
      {
        at: '2020-01-10 14:00:00',
        who: 'c',
        session: unrecorded,
        properties: { browser: 'Opera' },
      },
    ]);
    await fixture().clickhouse.insertJsonEachRow('session_replay_events', [
      {
        team_id: project(),
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
    fixture().run<ActorsResponse>(
      { kind: 'EventsQuery', select, after: 'all', orderBy: ['timestamp'], source },
      { id: project() },
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

  it('adds to whole events whether their session was recorded', async () => {
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

  it.each([true, false])('recordings of actors, requested: %s', async (includeRecordings) => {
    const { results } = await fixture().run<ActorsResponse>(
      {
        kind: 'ActorsQuery',
        select: ['id', 'matched_recordings'],
        orderBy: ['id'],
        source: behind(TRENDS, { day: '2020-01-10', includeRecordings }),
      },
      { id: project() },
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
