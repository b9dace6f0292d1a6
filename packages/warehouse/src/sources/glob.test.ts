import { matchesPath, matchesSegment } from './glob';

it.each([
  ['*.csv', 'a.csv', true],
  ['*.csv', 'a.csv.gz', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['.*', 'x', false],
])('%s of %s: %s', (pattern, text, expected) => {
  expect(matchesSegment(pattern, text)).toBe(expected);
});

it('never lets a star cross a slash', () => {
  expect(matchesPath('a/*.csv', 'a/b.csv')).toBe(true);
  expect(matchesPath('a/*.csv', 'a/b/c.csv')).toBe(false);
  expect(matchesPath('*/*.csv', 'a/b.csv')).toBe(true);
});

it('takes time that does not depend on the number of possible matches', () => {
  expect(matchesSegment('*a'.repeat(200), 'a'.repeat(1_000))).toBe(true);
  expect(matchesSegment(`${'*a'.repeat(200)}b`, 'a'.repeat(1_000))).toBe(false);
});
