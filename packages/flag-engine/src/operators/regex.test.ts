import { matchesProperty } from '../testing/matching';

it('a pattern that makes backtracking engines explode stays linear', () => {
  expect(matchesProperty('regex', '^(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false);
}, 5_000);
