import { exportIntervals } from '@tidemark/contracts';
import fc from 'fast-check';
import { intervalEnd, intervalStart, nextIntervalStart } from './intervals';

const at = (text: string): Date => new Date(text);

it.each([
  ['every 5 minutes', '2026-03-04T05:09:59.999Z', '2026-03-04T05:05:00Z'],
  ['every 15 minutes', '2026-03-04T05:59:00Z', '2026-03-04T05:45:00Z'],
  ['hour', '2026-03-04T05:09:00Z', '2026-03-04T05:00:00Z'],
  ['day', '2026-03-04T05:09:00Z', '2026-03-04T00:00:00Z'],
  ['week', '2026-03-04T05:09:00Z', '2026-03-01T00:00:00Z'],
  ['week', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['hour', '1969-12-31T23:30:00Z', '1969-12-31T23:00:00Z'],
] as const)('the %s of %s starts %s', (interval, timestamp, start) => {
  expect(intervalStart(interval, at(timestamp))).toEqual(at(start));
});

it('covers all time without gaps or overlaps', () => {
  const timestamps = fc.date({ min: at('1970-01-01'), max: at('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...exportIntervals), timestamps, (interval, timestamp) => {
      const start = intervalStart(interval, timestamp);
      const end = intervalEnd(interval, start);
      expect(start <= timestamp && timestamp < end).toBe(true);
      expect(intervalStart(interval, end)).toEqual(end);
      expect(nextIntervalStart(interval, end)).toEqual(end);
      expect(nextIntervalStart(interval, new Date(end.getTime() - 1))).toEqual(end);
    }),
  );
});
