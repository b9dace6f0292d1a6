import { unmatchableFilter } from './unmatchable';

it.each([
  ['regex', '['],
  ['not_regex', 'a(b'],
  ['regex', '*a'],
  ['regex', '(?<=a'],
])('%s cannot read the pattern %s', (operator, value) => {
  expect(unmatchableFilter(operator, value)).toEqual({ code: 'invalid_value', value });
});

it.each([
  ['is_date_before', 'tomorrow'],
  ['is_date_after', 'Jan 5 2026'],
  ['is_date_exact', '1'],
  ['is_date_before', '2026-13-01'],
  ['is_date_before', '2026/13/05'],
  ['is_date_after', ''],
])('%s cannot read the date %s', (operator, value) => {
  expect(unmatchableFilter(operator, value)).toEqual({ code: 'invalid_date', value });
});

it.each([
  ['regex', '^a+(?=b)\\1?$'],
  ['not_regex', ''],
  ['is_date_before', '-7d'],
  ['is_date_after', '30d'],
  ['is_date_exact', '2026-01-05'],
  ['is_date_exact', '2026-01-05 10:00'],
  ['is_date_before', '2026/01/05'],
  ['is_date_exact', '2026-01-05T10:00:00.5+02:00'],
  ['exact', '['],
  ['icontains', '['],
  ['regex', 5],
])('%s reads %s', (operator, value) => {
  expect(unmatchableFilter(operator, value)).toBeNull();
});
