import { experimentScene, exposed } from './test-support/experiment-scene';
import type { TestEvent } from './test-support/insight-fixture';
import { personId } from './test-support/insight-fixture';

const { fixture, project, given, sums } = experimentScene();

const SESSIONS = {
  kind: 'EventsNode',
  event: '$pageview',
  math: 'sum',
  math_property: '$session_duration',
};
const DURATION = { metric_type: 'mean', source: SESSIONS };

/** The id of a session that starts at a time. */
function sessionAt(start: string, number: number): string {
  const hex = Date.parse(`${start.replace(' ', 'T')}Z`)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-00000000000${number}`;
}

/** Page views of a session, so many seconds after its start. */
function pages(who: string, start: string, number: number, seconds: number[]): TestEvent[] {
  const from = Date.parse(`${start.replace(' ', 'T')}Z`);
  return seconds.map((second) => ({
    event: '$pageview',
    who,
    at: new Date(from + second * 1_000).toISOString().slice(0, 19).replace('T', ' '),
    session: sessionAt(start, number),
  }));
}

/** a has two sessions of 60 and 120 seconds, b one of 30, c none; d has one that began before its exposure. */
const EVENTS: TestEvent[] = [
  exposed('a', '2020-01-06 10:00:00', 'test'),
  ...pages('a', '2020-01-06 11:00:00', 1, [0, 30, 60]),
  ...pages('a', '2020-01-08 11:00:00', 2, [0, 120]),
  exposed('b', '2020-01-06 10:00:00'),
  ...pages('b', '2020-01-06 10:00:00', 3, [0, 30]),
  exposed('c', '2020-01-06 10:00:00', 'test'),
  { event: '$pageview', who: 'c', at: '2020-01-06 12:00:00' },
  ...pages('d', '2020-01-06 09:00:00', 4, [0, 7_200]),
  exposed('d', '2020-01-06 10:00:00', 'test'),
];

it.each([
  ['sum', { control: [1, 30, 900], test: [1, 180, 32_400] }],
  ['avg', { control: [1, 30, 900], test: [1, 90, 8_100] }],
  ['min', { control: [1, 30, 900], test: [1, 60, 3_600] }],
  ['max', { control: [1, 30, 900], test: [1, 120, 14_400] }],
])('counts each session once for the math %s', async (math, expected) => {
  await given(EVENTS);
  expect(await sums({ ...DURATION, source: { ...SESSIONS, math } })).toEqual(expected);
  const typed = { ...SESSIONS, math, math_property_type: 'session_properties' };
  expect(await sums({ ...DURATION, source: typed })).toEqual(expected);
});

it('counts the sessions whose first event is in the window', async () => {
  await given(EVENTS);
  const window = { conversion_window: 1, conversion_window_unit: 'day' };
  const expected = { control: [1, 30, 900], test: [1, 60, 3_600] };
  expect(await sums({ ...DURATION, ...window })).toEqual(expected);
});

it('draws in durations and applies thresholds, and has no covariate', async () => {
  await given(EVENTS, { statsConfig: { cuped: { enabled: true } } });
  expect(await sums({ ...DURATION, threshold: 60 })).toEqual({
    ...{ control: [1, 0, 0], test: [1, 1, 1] },
  });
  expect(await sums({ ...DURATION, upper_bound_percentile: 0.1 })).toEqual({
    ...{ control: [1, 30, 900], test: [1, 30, 900] },
  });
});

it('lists who has sessions', async () => {
  await given(EVENTS);
  const { results } = await fixture().run<{ results: unknown }>(
    {
      kind: 'ExperimentActorsQuery',
      source: {
        ...{ kind: 'ExperimentQuery', experiment_id: 5 },
        metric: { kind: 'ExperimentMetric', ...DURATION },
      },
      funnelStep: 0,
    },
    { id: project() },
  );
  expect(results).toEqual([
    [personId('a'), 'test'],
    [personId('b'), 'control'],
  ]);
});
