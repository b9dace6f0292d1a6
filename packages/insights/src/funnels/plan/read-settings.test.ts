import { funnelsQuerySchema } from '@tidemark/contracts';
import { funnelSettings } from './read-settings';

const step = (event: string, more: object = {}) => ({ kind: 'EventsNode', event, ...more });
const ABC = [step('a'), step('b'), step('c')];
const settings = (funnelsFilter: object = {}, series: object[] = ABC) =>
  funnelSettings(funnelsQuerySchema.parse({ kind: 'FunnelsQuery', series, funnelsFilter }));
const without = (event: string, from: number, to: number, more: object = {}) => ({
  exclusions: [{ ...step(event), funnelFromStep: from, funnelToStep: to, ...more }],
});
const onMac = { properties: [{ type: 'event', key: 'os', operator: 'exact', value: 'mac' }] };
const manySteps = (count: number) =>
  Array.from({ length: count }, (_, index) => step(`step ${index}`));

const RANGE = 'funnel_step_range_invalid';
const EXCLUSIONS = 'funnel_exclusions_invalid';
const OPTIONAL = 'funnel_optional_steps_invalid';

it.each<[string, object, object[], string, string]>([
  ['no steps', {}, [], 'funnels_require_at_least_two_steps', 'at least two steps'],
  ['one step', {}, [step('a')], 'funnels_require_at_least_two_steps', 'at least two steps'],
  ['31 steps', {}, manySteps(31), 'funnel_max_steps_exceeded', 'up to 30 steps'],
  ['a beginning at the end', { funnelFromStep: 2 }, ABC, RANGE, 'between 0 and 1'],
  ['an end at the beginning', { funnelToStep: 0 }, ABC, RANGE, 'between 1 and 2'],
  ['a way back', { funnelFromStep: 1, funnelToStep: 1 }, ABC, RANGE, 'greater than funnelFromStep'],
  ['an exclusion of nothing', without('x', 1, 1), ABC, EXCLUSIONS, 'End of range should be'],
  ['an exclusion from the end', without('x', 2, 3), ABC, EXCLUSIONS, 'Start of range is'],
  ['an exclusion beyond the end', without('x', 0, 3), ABC, EXCLUSIONS, 'End of range is greater'],
  ['an exclusion of a step', without('b', 0, 1), ABC, EXCLUSIONS, 'part of funnel steps'],
  [
    'an exclusion of a part of a step',
    without('b', 0, 1, onMac),
    ABC,
    EXCLUSIONS,
    'part of funnel steps',
  ],
  [
    'an exclusion of a step without any filter that says something',
    without('b', 0, 1),
    [step('a'), step('b', { properties: [{ type: 'empty' }] })],
    EXCLUSIONS,
    'part of funnel steps',
  ],
  [
    'an exclusion of a stretch of any order',
    { ...without('x', 0, 1), funnelOrderType: 'unordered' },
    ABC,
    EXCLUSIONS,
    'Partial Exclusions',
  ],
  [
    'a later step of any order',
    {
      funnelOrderType: 'unordered',
      breakdownAttributionType: 'step',
      breakdownAttributionValue: 1,
    },
    ABC,
    'invalid_input',
    'Only the first step',
  ],
  [
    'optional trends',
    { funnelVizType: 'trends' },
    [step('a'), step('b', { optionalInFunnel: true })],
    OPTIONAL,
    'graph type "Conversion Steps"',
  ],
  [
    'an optional beginning',
    {},
    [step('a', { optionalInFunnel: true }), step('b')],
    OPTIONAL,
    'cannot be optional',
  ],
  [
    'an optional step that the next one takes',
    {},
    [step('a'), step('b', { optionalInFunnel: true, ...onMac }), step('b')],
    OPTIONAL,
    'same as the following',
  ],
])('rejects %s', (_, filter, series, code, message) => {
  let rejection: unknown;
  try {
    settings(filter, series);
  } catch (error) {
    rejection = error;
  }
  expect(rejection).toMatchObject({ code, message: expect.stringContaining(message) as string });
});

it.each<[string, object, object[]]>([
  ['30 steps', {}, manySteps(30)],
  [
    'an exclusion of what a step takes a part of',
    without('b', 0, 1),
    [step('a'), step('b', onMac)],
  ],
  [
    'an optional step that the next one takes a part of',
    {},
    [step('a'), step('b', { optionalInFunnel: true }), step('b', onMac)],
  ],
])('takes %s', (_, filter, series) => {
  expect(settings(filter, series).steps).toBe(series.length);
});

it.each([
  [null, 14],
  [0, 14],
  [-3, 14],
  [7, 7],
])('a window of %j days is %i long', (funnelWindowInterval, days) => {
  expect(settings({ funnelWindowInterval }).window).toBe(days * 86_400_000_000);
});

it.each([
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_678_400],
])('two %ss are a window of twice %i seconds', (funnelWindowIntervalUnit, seconds) => {
  const { window } = settings({ funnelWindowInterval: 2, funnelWindowIntervalUnit });
  expect(window).toBe(2 * seconds * 1_000_000);
});

it('accepts the name that funnels use for a table', () => {
  const { series } = funnelsQuerySchema.parse({
    kind: 'FunnelsQuery',
    series: [
      {
        kind: 'FunnelsDataWarehouseNode',
        id: 'orders',
        table_name: 'orders',
        id_field: 'id',
        timestamp_field: 'at',
        aggregation_target_field: 'who',
      },
    ],
  });
  expect(series).toMatchObject([{ kind: 'DataWarehouseNode', distinct_id_field: 'who' }]);
});
