import { counts, funnelScene } from './test-support/funnel-scene';
import { did, step } from './test-support/funnel-stories';

const { fixture, project, funnel } = funnelScene();

it('counts people who reached each step, and the time to convert', async () => {
  const steps = await funnel([
    ...did('p', 'a0 b10 c30'),
    ...did('q', 'a0 b20'),
    ...did('r', 'a0'),
    ...did('s', 'b0 c1'),
  ]);
  expect(steps).toEqual([
    {
      action_id: 'a',
      name: 'a',
      custom_name: null,
      order: 0,
      people: [],
      count: 3,
      type: 'events',
      average_conversion_time: null,
      median_conversion_time: null,
    },
    expect.objectContaining({
      count: 2,
      average_conversion_time: 900,
      median_conversion_time: 900,
    }),
    expect.objectContaining({ count: 1, average_conversion_time: 1_200 }),
  ]);
});

it('returns steps of actions by their id, and all steps by their custom names', async () => {
  await fixture().world(project(), { actions: [{ id: 7, name: 'Paid', steps: [{ event: 'b' }] }] });
  const series = [
    step('a', { custom_name: 'Begins' }),
    { kind: 'ActionsNode', id: 7 },
    { kind: 'EventsNode', event: null },
  ];
  const returned = await funnel(did('p', 'a0 b1 x2'), {}, { series });
  expect(returned).toMatchObject([
    { action_id: 'a', name: 'a', custom_name: 'Begins', order: 0, type: 'events', count: 1 },
    { action_id: 7, name: 'Paid', custom_name: null, order: 1, type: 'actions', count: 1 },
    { action_id: null, name: null, order: 2, type: 'events', count: 1 },
  ]);
});

it('returns nothing when no actor entered', async () => {
  expect(await funnel(did('p', 'b0 c1'))).toEqual([]);
});

it('counts groups, and values of an expression', async () => {
  const events = did('p', 'a0 b1').map((event) => ({ ...event, group0: 'org' }));
  const series = [step('a'), step('b')];
  expect(counts(await funnel(events, {}, { series, aggregation_group_type_index: 0 }))).toEqual([
    1, 1,
  ]);
  expect(counts(await funnel([], { funnelAggregateByHogQL: 'distinct_id' }, { series }))).toEqual([
    1, 1,
  ]);
});

it.each([
  ['event', step('a')],
  ['action', { kind: 'ActionsNode', id: 5 }],
])('asks for the first %s ever where the step does', async (_, first) => {
  await fixture().world(project(), { actions: [{ id: 5, name: 'A', steps: [{ event: 'a' }] }] });
  const series = [{ ...first, math: 'first_time_for_user' }, step('b')];
  const dateRange = { date_from: '2020-01-15', date_to: '2020-01-16' };
  const events = [
    { event: 'a', at: '2020-01-10', who: 'old' },
    { event: 'x', at: '2020-01-10', who: 'new' },
    ...did('old', 'a0 b1'),
    ...did('new', 'a0 b1'),
  ];
  expect(counts(await funnel(events, {}, { series, dateRange }))).toEqual([1, 1]);
});
