import type { TestEvent } from '../test-support/insight-fixture';
import { personId } from '../test-support/insight-fixture';
import {
  bought,
  BUY,
  EVENTS,
  EXPERIMENT,
  exposed,
  experimentScene,
  MEAN,
} from '../test-support/experiment-scene';

const { fixture, project, given } = experimentScene();

const SERIES = [BUY, { kind: 'EventsNode', event: 'two' }];
const FUNNEL = { metric_type: 'funnel', series: SERIES };

function sourceOf(metric: object, more: object): { kind: string } & Record<string, unknown> {
  return {
    kind: 'ExperimentActorsQuery',
    source: {
      kind: 'ExperimentQuery',
      experiment_id: 5,
      metric: { kind: 'ExperimentMetric', ...metric },
    },
    ...more,
  };
}

/** Who the actors are, by their one-letter names, in order. */
async function who(metric: object, more: object, select = ['id']): Promise<string[]> {
  const { results } = await fixture().run<{ results: [string][] }>(
    { kind: 'ActorsQuery', select, source: sourceOf(metric, more) },
    { id: project() },
  );
  return 'a b c d e f'.split(' ').filter((one) => results.some(([id]) => id === personId(one)));
}

const two = (one: string, at: string): TestEvent => ({
  event: 'two',
  who: one,
  at,
  session: `second of ${one}`,
});

/** a reaches the second step, b the first, c none; d has both variants, e is not exposed, f is a control. */
const WALKS: TestEvent[] = [
  { ...exposed('a', '2020-01-06 10:00:00', 'test'), session: 'first of a' },
  bought('a', '2020-01-06 11:00:00'),
  two('a', '2020-01-06 12:00:00'),
  bought('b', '2020-01-06 09:00:00'),
  { ...exposed('b', '2020-01-06 10:00:00', 'test'), session: 'first of b' },
  { ...bought('b', '2020-01-06 11:00:00'), session: 'second of b' },
  bought('c', '2020-01-06 09:00:00'),
  exposed('c', '2020-01-06 10:00:00', 'test'),
  exposed('d', '2020-01-06 10:00:00', 'test'),
  exposed('d', '2020-01-07 10:00:00', 'control'),
  bought('d', '2020-01-08 10:00:00'),
  bought('e', '2020-01-06 11:00:00'),
  exposed('f', '2020-01-06 10:00:00', 'control'),
  bought('f', '2020-01-06 11:00:00'),
];

it.each([
  [0, 'test', ['a', 'b', 'c']],
  [1, 'test', ['a', 'b']],
  [2, 'test', ['a']],
  [-1, 'test', ['c']],
  [-2, 'test', ['b']],
  [-3, 'test', ['a']],
  [0, 'control', ['f']],
  [1, ['control'], ['f']],
  [0, '$multiple', ['d']],
  [0, 'other', []],
  [1, undefined, ['a', 'b', 'f']],
  [0, '', ['a', 'b', 'c', 'f']],
])('finds who is at step %s of a funnel with the variant %j', async (step, variant, expected) => {
  await given(WALKS);
  const asked = { funnelStep: step, funnelStepBreakdown: variant };
  expect(await who(FUNNEL, asked)).toEqual(expected);
  expect(await who({ ...FUNNEL, funnel_order_type: 'unordered' }, asked)).toEqual(expected);
});

it('finds persons with a value, and persons without one', async () => {
  await given(EVENTS);
  const of = (metric: object, funnelStep: number): Promise<string[]> => who(metric, { funnelStep });
  expect(await of(MEAN, 0)).toEqual(['a', 'b', 'c']);
  expect(await of(MEAN, 1)).toEqual(['a', 'b']);
  expect(await of(MEAN, -1)).toEqual(['c']);
  expect(await of({ ...MEAN, threshold: 10 }, 1)).toEqual(['a']);
  // Bounds change the values of people, but not which people have a value.
  expect(await of({ ...MEAN, lower_bound_percentile: 0.5 }, 1)).toEqual(['a', 'b']);
  const ratio = { metric_type: 'ratio', numerator: BUY, denominator: { ...BUY, event: 'never' } };
  expect(await of(ratio, 1)).toEqual(['a', 'b']);
  const retention = {
    ...{ metric_type: 'retention', start_event: BUY, completion_event: BUY },
    ...{ start_handling: 'first_seen', retention_window_unit: 'day' },
    ...{ retention_window_start: 1, retention_window_end: 5 },
  };
  expect(await of(retention, 0)).toEqual(['a', 'b']);
  expect(await of(retention, 1)).toEqual(['a']);
  expect(await of(retention, -1)).toEqual(['b']);
});

it('counts only those whose window has ended, where only they are samples', async () => {
  await given(EVENTS, { onlyCountMaturedUsers: true });
  const window = { conversion_window: 12, conversion_window_unit: 'day' };
  const run = (metric: object): Promise<{ results: string[][] }> =>
    fixture().run(sourceOf({ ...metric, ...window }, { funnelStep: 0 }), {
      id: project(),
      now: '2020-01-18T11:00:00Z',
    });
  const expected = [[personId('a'), 'control']];
  expect((await run(MEAN)).results).toEqual(expected);
  expect((await run(FUNNEL)).results).toEqual(expected);
});

it('takes the exposure of the query in place of the stored one', async () => {
  const seen = (one: string, variant: string): TestEvent => ({
    event: 'seen',
    who: one,
    at: '2020-01-06 08:00:00',
    properties: { '$feature/other': variant },
  });
  await given([...WALKS, seen('e', 'test')]);
  const step = { funnelStep: 0, funnelStepBreakdown: 'test' };
  expect(await who(FUNNEL, { ...step, multipleVariantHandling: 'first_seen' })).toEqual([
    ...['a', 'b', 'c', 'd'],
  ]);
  const exposureConfig = { kind: 'ExperimentEventExposureConfig', event: 'seen', properties: [] };
  expect(await who(FUNNEL, { ...step, exposureConfig, featureFlagKey: 'other' })).toEqual(['e']);
});

it('lists groups where the flag aggregates by groups', async () => {
  const of = (group0: string, event: TestEvent): TestEvent => ({ ...event, group0 });
  await given(
    [
      of('x', exposed('a', '2020-01-06 10:00:00', 'test')),
      of('x', bought('b', '2020-01-06 11:00:00')),
      of('y', exposed('c', '2020-01-06 10:00:00', 'test')),
    ],
    { aggregationGroupTypeIndex: 0 },
    { groups: { x: {}, y: {} } },
  );
  const of2 = async (funnelStep: number): Promise<unknown> =>
    (
      await fixture().run(
        {
          kind: 'ActorsQuery',
          select: ['key'],
          source: sourceOf({ ...FUNNEL, series: [BUY] }, { funnelStep }),
        },
        { id: project() },
      )
    ).results;
  expect(await of2(1)).toEqual([['x']]);
  expect(await of2(-1)).toEqual([['y']]);
});

it.each([
  [FUNNEL, 0, ['first of a', 'first of b']],
  [FUNNEL, 2, ['second of a']],
  [FUNNEL, -2, ['second of b']],
  [{ metric_type: 'mean', source: BUY }, 1, ['first of a', 'first of b']],
])('finds the recordings of %j at step %i', async (metric, funnelStep, expected) => {
  await given(WALKS);
  await fixture().clickhouse.insertJsonEachRow(
    'session_replay_events',
    ['first of a', 'second of a', 'first of b', 'second of b'].map((session_id) => ({
      ...{ session_id, team_id: project(), distinct_id: 'a' },
      ...{ min_first_timestamp: '2020-01-06 10:00:00', max_last_timestamp: '2020-01-06 13:00:00' },
    })),
  );
  const source = sourceOf(metric, {
    ...{ funnelStep, funnelStepBreakdown: 'test', includeRecordings: true },
  });
  const { results } = await fixture().run<{ results: [{ session_id: string }[]][] }>(
    { kind: 'ActorsQuery', select: ['matched_recordings'], source },
    { id: project() },
  );
  const sessions = results.flatMap(([found]) => found.map(({ session_id }) => session_id));
  expect(sessions.sort()).toEqual(expected);
});

it('returns no units before the start of an experiment', async () => {
  await given(WALKS, { startDate: null, endDate: null });
  expect(await who(FUNNEL, { funnelStep: 0 })).toEqual([]);
});

it.each([
  [FUNNEL, undefined],
  [FUNNEL, 3],
  [FUNNEL, -4],
  [MEAN, 2],
])('rejects actors of %j at step %s', async (metric, funnelStep) => {
  await given([]);
  await expect(who(metric, { funnelStep })).rejects.toMatchObject({
    status: 400,
    attr: 'funnelStep',
  });
});

it('rejects experiments that the project does not have', async () => {
  await given([], { id: EXPERIMENT.id + 1 });
  await expect(who(FUNNEL, { funnelStep: 1 })).rejects.toMatchObject({
    ...{ status: 400, attr: 'experiment_id' },
  });
});
