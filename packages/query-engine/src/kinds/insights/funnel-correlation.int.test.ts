import type { TestEvent } from './test-support/insight-fixture';
import { correlationOf, short, story, correlationScene } from './test-support/correlation-scene';

const { fixture, project, correlate, people } = correlationScene();

it('ranks events by their odds', async () => {
  await fixture().events(project(), story());
  await fixture().events(project() + 1_000, [
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
  await fixture().events(project(), story());
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

it('compares those who reached a step with those who dropped off right before it', async () => {
  const index = Array.from({ length: 8 }, (_, place) => place);
  const at = (hour: number) => `2020-01-02 ${String(hour).padStart(2, '0')}:00:00`;
  await fixture().events(
    project(),
    index.flatMap((place): TestEvent[] => [
      // Eight drop off before the second step, eight at the third one, eight reach the third, and half of them pay.
      ...['a', 'b', 'c'].map((group) => ({ event: 'sign up', who: `${group}${place}`, at: at(1) })),
      { event: 'left', who: `a${place}`, at: at(2) },
      ...['b', 'c'].map((group) => ({ event: 'chose', who: `${group}${place}`, at: at(3) })),
      ...(place < 6 ? [{ event: 'got lost', who: `b${place}`, at: at(4) }] : []),
      ...(place < 2 ? [{ event: 'got lost', who: `c${place}`, at: at(4) }] : []),
      ...(place < 5 ? [{ event: 'helped', who: `c${place}`, at: at(4) }] : []),
      { event: 'started', who: `c${place}`, at: at(5) },
      ...(place < 4 ? [{ event: 'paid', who: `c${place}`, at: at(6) }] : []),
    ]),
  );
  const steps = (count: number) => ({
    series: ['sign up', 'chose', 'started', 'paid']
      .slice(0, count)
      .map((event) => ({ kind: 'EventsNode', event })),
  });
  const events = { funnelCorrelationType: 'events' };
  const third = await correlate(events, steps(3), { funnelStep: 2 });
  expect(short(third.events)).toEqual([
    ['helped', 5, 0, (6 * 9) / (4 * 1), 'success'],
    ['got lost', 2, 6, (3 * 3) / (7 * 7), 'failure'],
  ]);
  // People who left before the second step are compared at that step only.
  const second = await correlate(events, steps(2), { funnelStep: 1 });
  expect(short(second.events)).toEqual([['left', 0, 8, 1 / (17 * 9), 'failure']]);
  for (const [converted, event, count] of [
    [true, 'helped', 5],
    [false, 'got lost', 6],
    [true, 'got lost', 2],
    [false, 'left', 0],
  ] as const) {
    const behind = await people({
      kind: 'FunnelCorrelationActorsQuery',
      source: correlationOf(events, steps(3), { funnelStep: 2 }),
      funnelCorrelationPersonConverted: converted,
      funnelCorrelationPersonEntity: { kind: 'EventsNode', event },
    });
    expect([event, behind]).toEqual([event, count]);
  }
});

it('returns the response shape of PostHog', async () => {
  await fixture().events(project(), story());
  const response = await fixture().run(correlationOf({ funnelCorrelationType: 'events' }), {
    id: project(),
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
  await fixture().events(project(), story());
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
  await fixture().events(project(), [
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
  await fixture().events(
    project(),
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
  await fixture().events(project(), [
    ...['s', 'f'].map((who) => ({ event: 'sign up', who, at: '2020-01-02 14:00:00' })),
    ...names.map((event) => ({ event, who: 's', at: '2020-01-03 14:00:00' })),
    { event: 'paid', who: 's', at: '2020-01-04 14:00:00' },
  ]);
  const { events } = await correlate({ funnelCorrelationType: 'events' });
  expect(events.map(({ event }) => event.event)).toEqual(names.slice(0, 10));
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
