import { comparedSteps } from './compared';

const step = (name: string, count: number, more: object = {}) => ({
  name,
  count,
  average_conversion_time: count,
  median_conversion_time: count,
  ...more,
});
const nobody = { count: 0, average_conversion_time: null, median_conversion_time: null };

it('shows the current period before the previous one', () => {
  expect(comparedSteps([step('a', 2)], [step('a', 3)], false)).toEqual([
    step('a', 2, { compare_label: 'current' }),
    step('a', 3, { compare_label: 'previous' }),
  ]);
});

it('counts zero in a period without events', () => {
  expect(comparedSteps([], [step('a', 3)], false)).toEqual([
    { name: 'a', ...nobody, compare_label: 'current' },
    step('a', 3, { compare_label: 'previous' }),
  ]);
  expect(comparedSteps([], [], false)).toEqual([]);
});

it('brings values of both periods together', () => {
  const group = (value: string, count: number) => [step('a', count, { breakdown_value: [value] })];
  const shown = (groups: object[]) =>
    (groups as Record<string, unknown>[][]).map(([first]) => [
      first?.['breakdown_value'],
      first?.['count'],
      first?.['compare_label'],
    ]);
  expect(
    shown(comparedSteps([group('x', 5), group('y', 1)], [group('z', 9), group('x', 2)], true)),
  ).toEqual([
    [['x'], 5, 'current'],
    [['y'], 1, 'current'],
    [['z'], 0, 'current'],
    [['x'], 2, 'previous'],
    [['y'], 0, 'previous'],
    [['z'], 9, 'previous'],
  ]);
});
