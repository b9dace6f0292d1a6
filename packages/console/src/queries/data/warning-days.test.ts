import { filledDays, firstDay, severityWords, typeText } from './warning-days';

const NOW = Date.UTC(2026, 10, 23, 4);

it('adds the days without a warning', () => {
  expect(filledDays([[3, '2026-11-21']], 3, NOW)).toEqual([
    { day: '2026-11-21', count: 3 },
    { day: '2026-11-22', count: 0 },
    { day: '2026-11-23', count: 0 },
  ]);
});

it('begins a range so that it ends today', () => {
  expect(firstDay(7, NOW)).toBe('2026-11-17');
  expect(filledDays([], 7, NOW)[0]?.day).toBe(firstDay(7, NOW));
});

it('shows severities and types in words, and unknown ones as they are', () => {
  expect(['error', 'warning', 'info', 'new'].map(severityWords)).toEqual([
    'dropped',
    'changed',
    'notice',
    'new',
  ]);
  expect(typeText('distinct_id_too_long')).toBe('Distinct id too long');
});
