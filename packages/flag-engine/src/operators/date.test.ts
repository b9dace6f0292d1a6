import { matchesProperty } from '../testing/matching';

type Case = [property: unknown, filter: unknown, order: 'before' | 'exact' | 'after' | 'none'];

describe('date operators', () => {
  it.each<Case>([
    ['2024-01-01', '2024-01-02', 'before'],
    ['2024-01-02', '2024-01-02', 'exact'],
    ['2024-01-02', '2024-01-02 00:00', 'exact'],
    ['2024-01-02T00:00:00.000Z', '2024-01-02', 'exact'],
    ['2024-01-02T02:00:00+02:00', '2024-01-02', 'exact'],
    ['2024-01-02 10:11:12.5', '2024-01-02T10:11:12', 'after'],
    ['2024-01-02T10:11:12.000000001Z', '2024-01-02T10:11:12Z', 'after'],
    ['2024-1-2', '2024-01-02', 'exact'],
    [1704153600, '2024-01-02', 'exact'],
    ['1704153600.5', '2024-01-02', 'after'],
    [-1, '1970-01-01', 'before'],
    ['-7d', '7d', 'exact'],
    ['2026-03-24T12:00:00Z', '-7d', 'exact'],
    ['2026-03-31T11:59:59Z', '0h', 'before'],
    // Through February, whose 28th sticks.
    ['2026-01-28T12:00:00Z', '-2m', 'exact'],
    ['soon', '2024-01-01', 'none'],
    ['2024-02-30', '2024-01-01', 'none'],
    ['2024-01-01', 'soon', 'none'],
    ['2024-01-01', 1704153600, 'none'],
    ['2024-01-01', '10000d', 'none'],
    [true, '2024-01-01', 'none'],
    [null, '2024-01-01', 'none'],
    [['2024-01-01'], '2024-01-02', 'none'],
  ])('%j against %j: %s', (property, filter, order) => {
    expect(matchesProperty('is_date_before', filter, property)).toBe(order === 'before');
    expect(matchesProperty('is_date_exact', filter, property)).toBe(order === 'exact');
    expect(matchesProperty('is_date_after', filter, property)).toBe(order === 'after');
  });

  it('reads dates without an offset in the timezone of the project', () => {
    const exact = (property: string, filter: string) =>
      matchesProperty('is_date_exact', filter, property, { timezone: 'America/New_York' });
    expect(exact('2024-01-02T05:00:00Z', '2024-01-02')).toBe(true);
    expect(exact('2024-07-02T04:00:00Z', '2024-07-02')).toBe(true);
    expect(exact('2024-07-02T04:00:00Z', '2024-07-02T00:00:00Z')).toBe(false);
  });
});
