import { matchesMissing, matchesProperty } from '../testing/matching';

describe('regex', () => {
  it.each<[pattern: unknown, property: unknown, expected: boolean]>([
    ['\\.com$', 'a@example.com', true],
    ['\\.com$', 'a@example.com.au', false],
    ['xample', 'a@example.com', true],
    ['XAMPLE', 'a@example.com', false],
    ['(?i)XAMPLE', 'a@example.com', true],
    ['^\\d+$', 323, true],
    [3, 323, true],
    ['^null$', null, true],
    ['(?<=foo)bar', 'foobar', true],
    ['(?<=foo)bar', 'xbar', false],
  ])('%j on %j is %s, and not_regex the opposite', (pattern, property, expected) => {
    expect(matchesProperty('regex', pattern, property)).toBe(expected);
    expect(matchesProperty('not_regex', pattern, property)).toBe(!expected);
  });

  it.each(['[', '(?=look-ahead)', '(a)\\1', '*'])(
    'an invalid pattern (%s) matches no present value, either way',
    (pattern) => {
      expect(matchesProperty('regex', pattern, 'a')).toBe(false);
      expect(matchesProperty('not_regex', pattern, 'a')).toBe(false);
      expect(matchesMissing('not_regex', pattern)).toBe(true);
    },
  );

  it('stays linear on a pattern that makes backtracking engines explode', () => {
    expect(matchesProperty('regex', '^(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false);
  }, 5_000);
});
