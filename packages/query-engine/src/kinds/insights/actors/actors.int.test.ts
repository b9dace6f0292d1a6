import type { ActorsResponse } from '../test-support/actors-scene';
import { actorsScene, EVENTS, PAGEVIEW, RANGE } from '../test-support/actors-scene';
import { personId } from '../test-support/insight-fixture';

const { fixture, project, people } = actorsScene();

describe('other insights', () => {
  beforeEach(() => fixture().events(project(), EVENTS));
  const LIFECYCLE = { kind: 'LifecycleQuery', series: [PAGEVIEW] };
  const STICKINESS = { kind: 'StickinessQuery', series: [PAGEVIEW] };
  const PATHS = { kind: 'PathsQuery' };
  const RETENTION = {
    kind: 'RetentionQuery',
    retentionFilter: { totalIntervals: 3 },
    dateRange: { date_from: '2020-01-09', date_to: '2020-01-11' },
  };

  it.each([
    ['new', LIFECYCLE, { day: '2020-01-09', status: 'new' }, ['a', 'b']],
    ['returning', LIFECYCLE, { day: '2020-01-10', status: 'returning' }, ['a']],
    ['dormant', LIFECYCLE, { day: '2020-01-10', status: 'dormant' }, ['b']],
    ['two days', STICKINESS, { day: 2 }, ['a']],
    ['one day', STICKINESS, { day: '1' }, ['b', 'c', 'd']],
    [
      'a day or more',
      { ...STICKINESS, stickinessFilter: { computedAs: 'cumulative' } },
      { day: 1 },
      ['a', 'b', 'c', 'd'],
    ],
    ['a row', RETENTION, { interval: 0 }, ['a', 'b']],
    ['going on', { ...PATHS, pathsFilter: { pathStartKey: '1_' } }, {}, []],
    ['dropping off', { ...PATHS, pathsFilter: { pathDropoffKey: '1_other' } }, {}, ['e']],
  ])('%s', async (_name, source, point, expected) => {
    await expect(people(source, point)).resolves.toEqual(expected);
  });

  it.each([
    ['gte', 1, ['a', 'b', 'c', 'd']],
    ['lte', 1, ['b', 'c', 'd']],
    ['exact', 2, ['a']],
  ])('of stickiness by an operator: %s', async (operator, day, expected) => {
    const found = await people(STICKINESS, { day, operator }, 'StickinessActorsQuery');
    expect(found).toEqual(expected);
  });

  it.each([
    ['lifecycle', { ...LIFECYCLE, aggregation_group_type_index: 0 }, { day: '2020-01-10' }],
    ['retention', { ...RETENTION, aggregation_group_type_index: 0 }, { interval: 0 }],
    [
      'stickiness',
      {
        ...STICKINESS,
        series: [{ ...PAGEVIEW, math: 'unique_group', math_group_type_index: 0 }],
      },
      { day: 1 },
    ],
    [
      'paths',
      { ...PATHS, pathsFilter: { pathDropoffKey: '1_' }, aggregation_group_type_index: 0 },
      {},
    ],
  ])('are groups, of %s', async (_name, source, point) => {
    await expect(people(source, point)).resolves.toEqual(['org']);
  });

  it('lists the options', async () => {
    const options = (source: object) =>
      fixture().run(
        { kind: 'InsightActorsQueryOptions', source: { dateRange: RANGE, ...source } },
        { id: project() },
      );
    expect(await options(LIFECYCLE)).toMatchObject({
      status: ['Dormant', 'New', 'Resurrecting', 'Returning'].map((label) => ({
        label,
        value: label.toLowerCase(),
      })),
    });
    expect(await options(STICKINESS)).toMatchObject({
      day: ['1 day', '2 days', '3 days', '4 days'].map((label, at) => ({ label, value: at + 1 })),
    });
    expect(await options(RETENTION)).toMatchObject({
      interval: ['Day 0', 'Day 1', 'Day 2'].map((label, value) => ({ label, value })),
    });
  });

  it('of retention with the columns in which they returned', async () => {
    const response = await fixture().run<ActorsResponse>(
      { kind: 'InsightActorsQuery', source: RETENTION, interval: 0 },
      { id: project() },
    );
    expect(response.columns).toEqual(['actor_id', 'appearances', 'day_0', 'day_1', 'day_2']);
    expect(Object.fromEntries(response.results.map(([id, ...rest]) => [id, rest]))).toEqual({
      [personId('a')]: [[0, 1], true, true, false],
      [personId('b')]: [[0], true, false, false],
    });
  });
});
