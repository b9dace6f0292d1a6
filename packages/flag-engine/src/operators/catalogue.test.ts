import { matchesMissing, matchesProperty } from '../testing/matching';
import { matcherFor } from './catalogue';

const USABLE_FILTER: Record<string, unknown> = {
  between: [1, 2],
  not_between: [1, 2],
  is_date_exact: '2024-01-01',
  is_date_after: '2024-01-01',
  is_date_before: '2024-01-01',
};

describe('operators on an absent property', () => {
  it.each([
    'is_not',
    'not_icontains',
    'not_starts_with',
    'not_ends_with',
    'not_icontains_multi',
    'not_regex',
    'not_between',
    'is_not_set',
  ])('%s matches', (operator) => {
    expect(matchesMissing(operator, USABLE_FILTER[operator] ?? 'a')).toBe(true);
  });

  it.each([
    'exact',
    'icontains',
    'starts_with',
    'ends_with',
    'icontains_multi',
    'regex',
    'gt',
    'gte',
    'lt',
    'lte',
    'min',
    'max',
    'between',
    'is_set',
    'is_date_exact',
    'is_date_after',
    'is_date_before',
    'semver_gt',
    'semver_neq',
    'semver_wildcard',
    'in',
    'not_in',
    'flag_evaluates_to',
  ])('%s misses', (operator) => {
    expect(matchesMissing(operator, USABLE_FILTER[operator] ?? '1')).toBe(false);
  });
});

describe('operators without a filter value', () => {
  it.each(['exact', 'is_not', 'not_icontains', 'not_regex', 'gt', 'not_between', 'semver_neq'])(
    '%s matches nothing, present or absent',
    (operator) => {
      for (const filter of [null, undefined]) {
        expect(matchesProperty(operator, filter, 'a')).toBe(false);
        expect(matchesMissing(operator, filter)).toBe(false);
      }
    },
  );
});

describe('presence', () => {
  it('counts a null value as set', () => {
    expect(matchesProperty('is_set', null, null)).toBe(true);
    expect(matchesProperty('is_not_set', null, null)).toBe(false);
  });
});

describe('matcherFor', () => {
  it('knows no other operators', () => {
    expect(matcherFor('sounds_like', 'a')).toBeNull();
    expect(matcherFor('constructor', 'a')).toBeNull();
  });

  it('resolves the aliases min and max', () => {
    expect(matchesProperty('min', '5', 5)).toBe(true);
    expect(matchesProperty('min', '5', 4)).toBe(false);
    expect(matchesProperty('max', '5', 5)).toBe(true);
    expect(matchesProperty('max', '5', 6)).toBe(false);
  });

  it.each(['in', 'not_in', 'flag_evaluates_to'])('%s compares no property', (operator) => {
    expect(matchesProperty(operator, 'a', 'a')).toBe(false);
  });
});
