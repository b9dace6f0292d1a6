import { shapeFunnels } from '../insight/shape-funnel';
import { bounds, clearDifference, effectQuery, effectsOf } from './flag-effect';

const step = (value: string, order: number, count: number) => ({
  name: order === 0 ? '$feature_flag_called' : 'order paid',
  count,
  breakdown: [value],
  breakdown_value: [value],
});
const effects = (...counts: readonly (readonly [string, number, number])[]) =>
  effectsOf(
    shapeFunnels(
      effectQuery('new-checkout', 'order paid'),
      counts.map(([value, people, reached]) => [step(value, 0, people), step(value, 1, reached)]),
    ),
  );

describe('the effect of a flag', () => {
  it('is the share of each value, with its interval', () => {
    const [test] = effects(['test', 1630, 1188]);
    expect(test).toMatchObject({ value: 'test', people: 1630, reached: 1188, share: 1188 / 1630 });
    // The known Wilson interval of 8 out of 10, from textbooks.
    const { low, high } = bounds(8, 10);
    expect([low, high]).toEqual([expect.closeTo(0.4902, 4), expect.closeTo(0.9433, 4)]);
  });

  it.each([
    [1188, 1630],
    [8, 10],
    [1, 400],
  ])('has bounds that are 1.96 standard deviations from the share %d of %d', (reached, people) => {
    const { low, high } = bounds(reached, people);
    for (const bound of [low, high]) {
      const deviation = Math.sqrt((bound * (1 - bound)) / people);
      expect(Math.abs(reached / people - bound) / deviation).toBeCloseTo(1.96, 3);
    }
  });

  it('stays between 0 and 100 %', () => {
    expect(bounds(0, 20).low).toBe(0);
    expect(bounds(20, 20).high).toBe(1);
  });

  it('is clear if the intervals do not overlap', () => {
    const apart = clearDifference(effects(['test', 1630, 1188], ['control', 1568, 990]));
    expect([apart?.most.value, apart?.least.value]).toEqual(['test', 'control']);
    expect(clearDifference(effects(['test', 16, 12], ['control', 15, 10]))).toBeNull();
    expect(clearDifference(effects(['true', 1630, 1188]))).toBeNull();
    expect(clearDifference([])).toBeNull();
  });
});
