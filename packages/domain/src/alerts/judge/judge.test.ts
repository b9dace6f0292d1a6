import * as fc from 'fast-check';
import type { AlertSeries } from '../series';
import { withMargin } from './bounds';
import type { AlertRule } from './judge';
import { judge } from './judge';
import { median, medianAbsoluteDeviation, robustDeviation } from './robust';

const line = (...values: (number | null)[]): AlertSeries => ({
  points: values.map((value, day) => ({ at: `2026-11-0${day + 1}`, value })),
  current: values.length - 1,
});
const absolute = (bounds: object): AlertRule => ({
  condition: { type: 'absolute_value' },
  threshold: { type: 'absolute', bounds },
  margin: 0.1,
});
const relative = (
  type: 'relative_increase' | 'relative_decrease',
  unit: 'absolute' | 'percentage',
  bounds: object,
): AlertRule => ({ condition: { type }, threshold: { type: unit, bounds }, margin: 0.1 });

describe('absolute values', () => {
  it.each([
    [99, 'outside'],
    [100, 'near'],
    [109, 'near'],
    [110, 'inside'],
  ])('%d below 100 is %s', (value, outcome) => {
    expect(judge([line(value)], absolute({ lower: 100 }))).toEqual({
      outcome,
      value,
      bounds: { lower: 100, upper: null },
      at: '2026-11-01',
    });
  });

  it.each([
    [101, 'outside'],
    [95, 'near'],
    [90, 'inside'],
  ])('%d above 100 is %s', (value, outcome) => {
    expect(judge([line(value)], absolute({ upper: 100 })).outcome).toBe(outcome);
  });

  it('a missing value is unknown', () => {
    expect(judge([line(null)], absolute({ upper: 1 })).outcome).toBe('unknown');
    expect(judge([], absolute({ upper: 1 })).outcome).toBe('unknown');
  });
});

describe('relative changes', () => {
  it.each([
    ['relative_increase', 'absolute', { upper: 20 }, [100, 125], 25, 'outside'],
    ['relative_increase', 'percentage', { upper: 0.2 }, [100, 125], 0.25, 'outside'],
    ['relative_increase', 'percentage', { upper: 0.5 }, [0, 1], Infinity, 'outside'],
    ['relative_increase', 'percentage', { upper: 0.5 }, [0, 0], 0, 'inside'],
    ['relative_increase', 'percentage', { lower: 0 }, [100, 90], -0.1, 'outside'],
    ['relative_decrease', 'absolute', { upper: 20 }, [100, 75], 25, 'outside'],
    ['relative_decrease', 'percentage', { upper: 0.5 }, [100, 75], 0.25, 'inside'],
    ['relative_decrease', 'percentage', { upper: 0.5 }, [100, 0], 1, 'outside'],
  ] as const)('%s, %s, %j of %j is %d', (type, unit, bounds, values, value, outcome) => {
    const verdict = judge([line(...values)], relative(type, unit, bounds));
    expect(verdict).toMatchObject({ value, outcome });
  });

  it('a series of one value is an error', () => {
    const rule = relative('relative_increase', 'absolute', { upper: 1 });
    expect(() => judge([line(1)], rule)).toThrow('the value of an interval before');
  });
});

describe('several series', () => {
  it('the series that is furthest outside decides', () => {
    const verdict = judge([line(5), line(50), line(30)], absolute({ upper: 10 }));
    expect(verdict).toMatchObject({ outcome: 'outside', value: 50 });
  });

  it('an incident ends only if all series are inside', () => {
    expect(judge([line(1), line(95)], absolute({ upper: 100 }))).toMatchObject({
      outcome: 'near',
      value: null,
    });
    expect(judge([line(1), line(null)], absolute({ upper: 100 })).outcome).toBe('inside');
  });
});

it('a value inside the narrow bounds is inside the wide ones, and no bounds cross', () => {
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  const share = fc.double({ min: 0, max: 0.9, noNaN: true });
  fc.assert(
    fc.property(number, number, share, (one, other, margin) => {
      const [lower, upper] = [Math.min(one, other), Math.max(one, other)];
      const { inner } = withMargin({ lower, upper }, margin);
      expect(inner.lower).toBeGreaterThanOrEqual(lower);
      expect(inner.upper).toBeLessThanOrEqual(upper);
      expect(inner.lower).toBeLessThanOrEqual(inner.upper ?? NaN);
    }),
  );
});

describe('robust statistics', () => {
  it.each([
    [[3, 1, 2], 2, 1],
    [[4, 1, 2, 3], 2.5, 1],
    [[5], 5, 0],
  ])('median and deviation of %j', (values, middle, deviation) => {
    expect(median(values)).toBe(middle);
    expect(medianAbsoluteDeviation(values)).toBe(deviation);
  });

  it('less than half of the values cannot move the median beyond the others', () => {
    const values = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(values, fc.integer({ min: -1e6, max: 1e6 }), (usual, odd) => {
        const outliers = Array.from({ length: Math.floor((usual.length - 1) / 2) }, () => odd);
        const middle = median([...usual, ...outliers]);
        expect(middle).toBeGreaterThanOrEqual(Math.min(...usual));
        expect(middle).toBeLessThanOrEqual(Math.max(...usual));
      }),
    );
  });

  it('uses the mean if most residuals are zero', () => {
    expect(robustDeviation([0, 0, 0, 0, 4])).toBeCloseTo(0.8 * 1.2533);
    expect(robustDeviation([])).toBe(0);
  });
});
