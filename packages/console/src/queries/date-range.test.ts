import fc from 'fast-check';
import {
  civilWords,
  dayOfBound,
  endOfDay,
  intervalsOf,
  rangeProblem,
  rangeWords,
} from './date-range';

describe('date ranges in words', () => {
  it('names presets and dates, and shows any other range as it is', () => {
    expect(rangeWords({ date_from: '-30d' })).toBe('Last 30 days');
    expect(rangeWords(null)).toBe('Last 7 days');
    expect(rangeWords({ date_from: '2026-11-01', date_to: '2026-11-05' }, 'en-GB')).toBe(
      '1 Nov 2026 – 5 Nov 2026',
    );
    expect(
      rangeWords({ date_from: '2026-11-01', date_to: '2026-11-05T23:59:59.999999' }, 'en-GB'),
    ).toBe('1 Nov 2026 – 5 Nov 2026');
    expect(rangeWords({ date_from: '-3w' })).toBe('Last 3 weeks');
    expect(rangeWords({ date_from: '-1mStart' })).toBe('-1mStart – today');
  });

  it('include the whole last day', () => {
    expect(endOfDay('2026-11-05')).toBe('2026-11-05T23:59:59.999999');
    expect(dayOfBound(endOfDay('2026-11-05'))).toBe('2026-11-05');
    expect(dayOfBound('2026-11-05')).toBe('2026-11-05');
    expect([dayOfBound('-7d'), dayOfBound('2026-11-05T10:00:00'), dayOfBound(null)]).toEqual([
      ...['', '', ''],
    ]);
  });

  it('does not shift a date without a time zone', () => {
    const dates = fc.record({
      year: fc.integer({ min: 1900, max: 2200 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    });
    fc.assert(
      fc.property(dates, ({ year, month, day }) => {
        const two = (part: number): string => String(part).padStart(2, '0');
        const words = civilWords(`${year}-${two(month)}-${two(day)}`, 'en-GB');
        expect(words.startsWith(`${day} `)).toBe(true);
        expect(words.endsWith(` ${year}`)).toBe(true);
      }),
    );
  });

  it('reports invalid pairs of dates', () => {
    expect(rangeProblem('2026-11-02', '2026-11-01')).toContain('before');
    expect(rangeProblem('', '')).toContain('first day');
    expect(rangeProblem('2026-11-02', '')).toBeNull();
  });

  it('offers only intervals that fit the range', () => {
    expect(intervalsOf({ date_from: '-24h' })).toEqual(['hour', 'day']);
    expect(intervalsOf({ date_from: '-90d' })).toEqual(['day', 'week', 'month']);
    expect(intervalsOf({ date_from: '2026-01-01' })).toContain('hour');
  });
});
