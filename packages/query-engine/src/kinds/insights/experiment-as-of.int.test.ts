import { EVENTS, experimentScene, MEAN } from './test-support/experiment-scene';

const { given, sums } = experimentScene();
const WITHIN = (days: number) => ({
  ...MEAN,
  conversion_window: days,
  conversion_window_unit: 'day',
});

it('as of an earlier time, later exposures and events do not count', async () => {
  await given(EVENTS, { asOf: new Date('2020-01-07T12:00:00Z') });
  // d had seen only one of its two variants.
  const expected = { control: [1, 10, 100], test: [3, 7, 49] };
  expect(await sums(MEAN)).toEqual(expected);
  // Nor do events in a window that had not ended.
  expect(await sums(WITHIN(20))).toEqual(expected);
});

it('counts units whose window had ended by then, where only those are to count', async () => {
  const asOf = new Date('2020-01-07T12:00:00Z');
  await given(EVENTS, { asOf, onlyCountMaturedUsers: true });
  expect(await sums(WITHIN(1))).toEqual({ control: [1, 10, 100], test: [0, 0, 0] });
});

it('does not change after the end of the experiment', async () => {
  await given(EVENTS, { asOf: new Date('2021-01-01T00:00:00Z') });
  expect(await sums(MEAN)).toEqual({ control: [1, 15, 225], test: [2, 7, 49] });
});
