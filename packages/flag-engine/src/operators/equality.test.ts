import { matchesProperty } from '../test-support/matching';

/** 9007199254740993 after JSON.parse. */
const ROUNDED: unknown = JSON.parse('9007199254740993');

it('a number of a filter that was rounded when it was stored equals the number with all digits', () => {
  expect(matchesProperty('exact', ROUNDED, '9007199254740993')).toBe(true);
  expect(matchesProperty('exact', [1, ROUNDED], '9007199254740993')).toBe(true);
  expect(matchesProperty('is_not', ROUNDED, '9007199254740993')).toBe(false);
  expect(matchesProperty('exact', ROUNDED, ROUNDED)).toBe(true);
  expect(matchesProperty('exact', ROUNDED, '9007199254740995')).toBe(false);
  expect(matchesProperty('exact', '9007199254740993', '9007199254740992')).toBe(false);
  expect(matchesProperty('exact', 5, '5.0')).toBe(false);
});
