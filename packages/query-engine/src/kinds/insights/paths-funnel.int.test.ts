import type { TestEvent } from './test-support/insight-fixture';
import { pathsScene } from './test-support/paths-scene';

const { fixture, project, paths } = pathsScene();

describe('around a funnel', () => {
  const at = (who: string, minute: number, event: string): TestEvent => ({
    at: new Date(Date.UTC(2020, 0, 15, 12, minute)).toISOString().slice(0, 19).replace('T', ' '),
    who,
    event,
  });
  // a goes through all of it, b stops after two steps, c after the first, d is not in it at all.
  const WALKS = [
    ...['home', 'one', 'x', 'two', 'y', 'three', 'end'].map((event, step) =>
      at('a', step * 60, event),
    ),
    ...['one', 'two', 'lost'].map((event, step) => at('b', step, event)),
    ...['one', 'gone'].map((event, step) => at('c', step, event)),
    ...['home', 'x'].map((event, step) => at('d', step, event)),
  ];
  const node = (event: string) => ({ kind: 'EventsNode', event });
  const SOURCE = { kind: 'FunnelsQuery', series: [node('one'), node('two'), node('three')] };
  const around = (type: string, funnelStep: number, more: object = {}) => ({
    funnelPathsFilter: {
      funnelPathType: `funnel_path_${type}`,
      funnelSource: { ...SOURCE, ...more },
      funnelStep,
    },
  });

  it.each<[string, number, string[]]>([
    ['after_step', 3, ['1_three > 2_end: 1']],
    ['after_step', -2, ['1_one > 2_gone: 1']],
    ['after_step', -3, ['1_two > 2_lost: 1']],
    [
      'before_step',
      2,
      ['1_home > 2_one: 1', '1_one > 2_two: 1', '2_one > 3_x: 1', '3_x > 4_two: 1'],
    ],
    ['before_step', -2, ['1_one > 2_gone: 1']],
    ['between_steps', 2, ['1_one > 2_two: 1', '1_one > 2_x: 1', '2_x > 3_two: 1']],
    ['between_steps', 3, ['1_two > 2_y: 1', '2_y > 3_three: 1']],
  ])('%s %i: pauses are as long as its window', async (type, step, expected) => {
    expect(await paths(WALKS, {}, around(type, step))).toEqual(expected);
  });

  it('within its window, and with its actors', async () => {
    const hours = { funnelsFilter: { funnelWindowInterval: 2, funnelWindowIntervalUnit: 'hour' } };
    expect(await paths(WALKS, {}, around('between_steps', 2, hours))).toEqual([
      '1_one > 2_two: 1',
      '1_one > 2_x: 1',
      '2_x > 3_two: 1',
    ]);
    expect(await paths([], {}, around('after_step', 3, hours))).toEqual([]);
    const { results } = await fixture().run<{ results: unknown[][] }>(
      {
        kind: 'InsightActorsQuery',
        source: {
          kind: 'PathsQuery',
          pathsFilter: { pathEndKey: '2_two' },
          ...around('between_steps', 2),
        },
      },
      { id: project() },
    );
    expect(results).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['groups', { aggregation_group_type_index: 0 }],
    ['an expression', { funnelsFilter: { funnelAggregateByHogQL: 'properties.$session_id' } }],
  ])('of other actors: %s', async (_, more) => {
    const of = (group0: string, from: number, ...events: string[]): TestEvent[] =>
      events.map((event, step) => ({ ...at(group0, from + step, event), group0, session: group0 }));
    await fixture().events(project(), [
      ...of('whole', 0, 'home', 'one', 'x', 'two', 'end'),
      ...of('half', 300, 'home', 'one', 'lost'),
    ]);
    const series = [node('one'), node('two')];
    const walked = (type: string, step: number): Promise<string[]> =>
      paths([], {}, around(type, step, { ...more, series }));
    expect(await walked('after_step', 2)).toEqual(['1_two > 2_end: 1']);
    expect(await walked('before_step', 1)).toEqual(['1_home > 2_one: 2']);
    expect(await walked('between_steps', 2)).toEqual(['1_one > 2_x: 1', '2_x > 3_two: 1']);
    // Events of other types leave nothing of their ways.
    const pages = { includeEventTypes: ['$pageview'], pathGroupings: ['end'] };
    expect(await paths([], pages, around('after_step', 2, { ...more, series }))).toEqual([]);
  });

  it.each([
    [around('between_steps', 1), 'funnelPathsFilter__funnelStep'],
    [around('after_step', 4), 'funnelPathsFilter__funnelStep'],
    [around('before_step', -1), 'funnelPathsFilter__funnelStep'],
  ])('rejects what makes no sense: %j', async (query, attr) => {
    await expect(paths([], {}, query)).rejects.toMatchObject({ status: 400, attr });
  });
});
