import { alertConditionSchema } from '@tidemark/contracts';
import * as fc from 'fast-check';
import type { AlertSeries } from '../series';
import type { Verdict } from './judge';
import { judge } from './judge';

const DAY_MS = 86_400_000;
const MONDAY = Date.UTC(2026, 0, 5);
/** A series of daily values that starts on a Monday; the last value is checked. */
const days = (values: readonly number[]): AlertSeries => ({
  points: values.map((value, day) => ({
    at: new Date(MONDAY + day * DAY_MS).toISOString().slice(0, 10),
    value,
  })),
  current: values.length - 1,
});
const check = (values: readonly number[], options: object = {}): Verdict =>
  judge([days(values)], {
    condition: alertConditionSchema.parse({ type: 'weekday_deviation', ...options }),
    threshold: null,
    margin: 0.1,
  });
const repeated = (week: readonly number[], weeks: number): number[] =>
  Array.from({ length: weeks }, () => week).flat();
const WEEK = [100, 100, 100, 100, 100, 20, 20];

it('compares a day with its own weekday', () => {
  expect(check([...repeated(WEEK, 8), 100]).outcome).toBe('inside');
  expect(check([...repeated(WEEK, 8), 20])).toMatchObject({ outcome: 'outside', value: 20 });
  const saturday = [...repeated(WEEK, 8), 100, 100, 100, 100, 100];
  expect(check([...saturday, 20]).outcome).toBe('inside');
  expect(check([...saturday, 100]).outcome).toBe('outside');
});

it('is unknown before the third week', () => {
  expect(check([...repeated(WEEK, 2), 0]).outcome).toBe('unknown');
  expect(check([...repeated(WEEK, 3), 0]).outcome).toBe('outside');
  // Days before the first event do not count as weeks of data.
  expect(check([...repeated([0, 0, 0, 0, 0, 0, 0], 6), ...repeated(WEEK, 2), 0]).outcome).toBe(
    'unknown',
  );
});

it('is not misled by an incident of the weeks before', () => {
  const values = repeated(WEEK, 8);
  values[7 * 7] = 0;
  expect(check([...values, 100]).outcome).toBe('inside');
  expect(check([...values, 0]).outcome).toBe('outside');
});

it('follows growth', () => {
  const growing = Array.from({ length: 57 }, (_, day) => 100 * 1.05 ** (day / 7));
  expect(check(growing).outcome).toBe('inside');
  const { bounds } = check(growing);
  expect(bounds.lower).toBeLessThan(growing.at(-1) ?? 0);
  expect(bounds.upper).toBeGreaterThan(growing.at(-1) ?? 0);
});

it('checks one direction only, and ignores small changes', () => {
  expect(check([...repeated(WEEK, 8), 20], { direction: 'up' }).outcome).toBe('inside');
  expect(check([...repeated(WEEK, 8), 200], { direction: 'up' }).outcome).toBe('outside');
  expect(check([...repeated(WEEK, 8), 200], { direction: 'down' }).outcome).toBe('inside');
  expect(check([...repeated(WEEK, 8), 20], { min_change: 90 }).outcome).toBe('inside');
});

it('compares hours with the same hour of the same weekday', () => {
  const hours = Array.from({ length: 8 * 168 + 10 }, (_, hour) => ({
    at: `${new Date(MONDAY + hour * 3_600_000).toISOString().slice(0, 13).replace('T', ' ')}:00:00`,
    value: hour % 24 === 9 ? 500 : 50,
  }));
  const rule = {
    condition: alertConditionSchema.parse({ type: 'weekday_deviation' }),
    threshold: null,
    margin: 0.1,
  };
  const current = hours.length - 1;
  expect(judge([{ points: hours, current }], rule)).toMatchObject({
    outcome: 'inside',
    value: 500,
  });
  const quiet = [...hours.slice(0, current), { at: hours[current]!.at, value: 50 }];
  expect(judge([{ points: quiet, current }], rule).outcome).toBe('outside');
});

it('does not depend on the unit of the values', () => {
  const values = fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 57, maxLength: 57 });
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 1_000 }), (counts, factor) => {
      const one = check(counts);
      const other = check(counts.map((value) => value * factor));
      expect(other.outcome).toBe(one.outcome);
      expect((other.bounds.lower ?? 0) / factor).toBeCloseTo(one.bounds.lower ?? 0, 6);
    }),
  );
});
