import { counts, funnelScene } from './test-support/funnel-scene';
import { did, exclude, step } from './test-support/funnel-stories';

const { newProject, funnel, reached } = funnelScene();

describe('an ordered funnel', () => {
  const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };

  it.each([
    ['a0 b1 c2', 3],
    ['a0 c1 b2', 2],
    ['b0 a1 c2 b3', 2],
    ['a0 b1 a2 c3', 3],
    ['a0 x1 b2 x3 c4', 3],
    ['c0 b1 a2', 1],
  ])('of %s reaches %i', async (story, expected) => {
    expect(await reached(story)).toBe(expected);
  });

  it.each([
    ['a0 b60', 2],
    ['a0 b61', 1],
    ['a0 b30 c61', 2],
    ['a0 a30 b40 c90', 3],
    ['a0 b10 a50 c70', 2],
    ['a0 b10 a50 b70 c100', 3],
  ])('with a window of an hour from the first step, of %s reaches %i', async (story, expected) => {
    expect(await reached(story, hour)).toBe(expected);
  });

  it('needs a separate event for each of several equal steps', async () => {
    const series = [step('a'), step('a'), step('b')];
    expect(await reached('a0 b1', {}, { series })).toBe(1);
    expect(await reached('a0 a1 b2', {}, { series })).toBe(3);
  });

  it('reads simultaneous events in the order of the steps', async () => {
    expect(await reached('c0 b0 a0')).toBe(3);
  });

  it.each<[string, string[], object[], number]>([
    // Each event matches at most one step, in the order of the steps, not of the events.
    ['an event is not used twice', ['x'], [step('x'), step('x')], 1],
    ['two equal events are two equal steps', ['x', 'x'], [step('x'), step('x')], 2],
    ['the first and the last step by one event', ['x', 'y'], [step('x'), step('y'), step('x')], 2],
    ['by two', ['x', 'y', 'x'], [step('x'), step('y'), step('x')], 3],
    ['any event and one more', ['x', 'y'], [step('y'), { kind: 'EventsNode', event: null }], 2],
    ['any event first', ['x', 'y'], [{ kind: 'EventsNode', event: null }, step('y')], 2],
  ])('of the same time: %s', async (_, names, series, expected) => {
    const story = names.map((name) => `${name}5`).join(' ');
    expect(await reached(story, {}, { series })).toBe(expected);
  });

  it('continues from the last required step before an optional one', async () => {
    const series = [step('a'), step('b', { optionalInFunnel: true }), step('c')];
    const steps = await funnel(
      [...did('p', 'a0 b10 c20'), ...did('q', 'a0 c30'), ...did('r', 'a0 b1')],
      {},
      { series },
    );
    expect(counts(steps)).toEqual([3, 2, 2]);
    expect(steps[2]?.average_conversion_time).toBe(1_500);
  });

  it('counts an optional step only on the way to the next', async () => {
    const series = [step('a'), step('b', { optionalInFunnel: true }), step('c'), step('d')];
    const steps = await funnel(
      [...did('p', 'a0 c1 b2 d3'), ...did('q', 'a0 c1 d2 b3'), ...did('r', 'a0 b1 c2 d3')],
      {},
      { series },
    );
    expect(counts(steps)).toEqual([3, 1, 3, 3]);
  });

  it('continues from an optional step to one of the same event with more filters', async () => {
    const onMac = { properties: [{ key: 'os', value: 'mac' }] };
    const series = [step('a'), step('a', { optionalInFunnel: true }), step('a', onMac), step('a')];
    const mac = did('s', 'a1', { os: 'mac' });
    const steps = await funnel(
      [
        ...did('p', 'a0'),
        ...did('q', 'a0 a1'),
        ...did('r', 'a0 a1 a2'),
        ...did('s', 'a0 a2'),
        ...mac,
      ],
      {},
      { series },
    );
    expect(counts(steps)).toEqual([4, 2, 1, 1]);
  });

  it('uses a separate event for each of many simultaneous steps', async () => {
    const names = ['a', 'b', 'b', 'c', 'c', 'd', 'b', 'c', 'd', 'a'];
    const story = ['a', 'b', 'b', 'c', 'c', 'd', 'b', 'c', 'd', 'a'].map((name) => `${name}5`);
    const series = names.map((name) => step(name));
    expect(await reached(story.join(' '), {}, { series })).toBe(10);
    expect(await reached(story.slice(1).join(' '), {}, { series })).toBe(9);
  });

  it('continues from before an optional step whose window has passed', async () => {
    const series = [step('a'), step('b', { optionalInFunnel: true }), step('c')];
    const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };
    expect(counts(await funnel(did('p', 'a0 b1 a50 c70'), hour, { series }))).toEqual([1, 0, 1]);
  });
});

it.each([
  ['a0 b1 c2', 3],
  ['a0 x1 b2 c3', 1],
  ['a0 b1 x2 c3', 2],
  ['a0 x1 a2 b3 c4', 3],
  ['a0 a1 b2 c3', 3],
])('a strict funnel of %s reaches %i', async (story, expected) => {
  expect(await reached(story, { funnelOrderType: 'strict' })).toBe(expected);
});

describe('an unordered funnel', () => {
  it.each([
    ['c0 a1 b2', 3],
    ['b0 b1', 1],
    ['a0 c2000 b2001', 2],
  ])('of %s reaches %i', async (story, expected) => {
    const day = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'day' };
    expect(await reached(story, { funnelOrderType: 'unordered', ...day })).toBe(expected);
  });

  it('uses an event for one of the steps that it matches', async () => {
    const series = ['a', 'a', 'b'].map((event) => ({ kind: 'EventsNode', event }));
    const of = async (story: string): Promise<number[]> => {
      newProject();
      return counts(await funnel(did('p', story), { funnelOrderType: 'unordered' }, { series }));
    };
    expect(await of('a0 b1')).toEqual([1, 1, 0]);
    expect(await of('a0 b1 a2')).toEqual([1, 1, 1]);
    expect(await of('a0 a1')).toEqual([1, 1, 0]);
  });

  it('names its steps by their number', async () => {
    const steps = await funnel(did('p', 'b0 a10'), { funnelOrderType: 'unordered' });
    expect(steps.map(({ name }) => name)).toEqual([
      'Completed 1 step',
      'Completed 2 steps',
      'Completed 3 steps',
    ]);
    expect(steps[1]).toMatchObject({ count: 1, average_conversion_time: 600, action_id: null });
  });
});

describe('exclusions', () => {
  const between = { exclusions: [exclude('x', 0, 1)] };
  const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };

  it.each([
    ['a0 x1 b2 c3', 0],
    ['a0 x1', 0],
    ['x0 a1 b2 c3', 3],
    ['a0 b1 x2 c3', 3],
    ['a0 x1 a2 b3', 2],
    ['a0 b1 x2 a3 x4', 2],
    ['a0', 1],
  ])('between the first two steps, of %s reach %i', async (story, expected) => {
    expect(await reached(story, between)).toBe(expected);
  });

  it('do not count once the window has passed', async () => {
    expect(await reached('a0 x61', { ...between, ...hour })).toBe(1);
    expect(await reached('a0 x60', { ...between, ...hour })).toBe(0);
  });

  it('take an actor out of the steps before, too', async () => {
    const steps = await funnel([...did('p', 'a0 b1 x2 c3'), ...did('q', 'a0 b1')], {
      exclusions: [exclude('x', 1, 2)],
    });
    expect(counts(steps)).toEqual([1, 1, 0]);
  });

  it.each([
    ['a0 b1 x2 b3', 0],
    ['a0 b1 x2 a3 b4', 2],
  ])('are not made good by the same step again: of %s reach %i', async (story, expected) => {
    expect(await reached(story, { exclusions: [exclude('x', 1, 2)] })).toBe(expected);
  });

  it('break unordered funnels until they are complete', async () => {
    const filter = { funnelOrderType: 'unordered', exclusions: [exclude('x', 0, 2)] };
    expect(await reached('c0 x1', filter)).toBe(0);
    expect(await reached('c0 x1 a2 b3', filter)).toBe(2);
    expect(await reached('c0 a2 x3 b4', filter)).toBe(1);
    expect(await reached('c0 a2 b3 x4', filter)).toBe(3);
  });
});
