import { matchesProperty } from '../testing/matching';

describe('exact', () => {
  it.each<[filter: unknown, property: unknown, expected: boolean]>([
    ['pro', 'pro', true],
    ['pro', 'PRO', true],
    ['pro', 'free', false],
    ['pro', '', false],
    [['US', 'Uk'], 'uk', true],
    [['US', 'Uk'], 'de', false],
    [5, '5', true],
    ['5', 5, true],
    [5, 5.5, false],
    // Full Unicode lower-casing.
    ['ÉCOLE', 'école', true],
    ['null', null, true],
    [[1, null], null, true],
    [{ a: 1 }, '{"a":1}', true],
    [['a'], ['a'], false],
    ['["a"]', ['a'], true],
    // Booleans collapse to truth.
    [true, 'TRUE', true],
    ['True', true, true],
    [true, 1, false],
    [false, 'banana', true],
    ['FALSE', 'banana', true],
    [false, 0, true],
    [false, null, true],
    ['false', true, false],
    [['true'], true, true],
    [['true', 'false'], false, true],
    [['true', 'false'], true, false],
    [['true', 'x'], 'banana', false],
    [[], true, true],
    [[], 'true', true],
    [[], 'us', false],
    [true, [], true],
    [true, [true, 'true'], true],
    [true, [true, false], false],
  ])('%j against %j is %s, and is_not the opposite', (filter, property, expected) => {
    expect(matchesProperty('exact', filter, property)).toBe(expected);
    expect(matchesProperty('is_not', filter, property)).toBe(!expected);
  });

  it('is the default operator', () => {
    expect(matchesProperty(null, 'pro', 'Pro')).toBe(true);
    expect(matchesProperty(null, 'pro', 'free')).toBe(false);
  });
});
