import { matchesMissing, matchesProperty } from '../testing/matching';

type Case = [operator: string, filter: unknown, property: unknown, expected: boolean];

describe('ordering operators', () => {
  it.each<Case>([
    ['gt', 5, 6, true],
    ['gt', 5, 5, false],
    ['gte', 5, 5, true],
    ['lt', '5', 4.9, true],
    ['lt', 5, 5, false],
    ['lte', 5, '5', true],
    // As numbers, not as texts.
    ['lt', '30', '100', false],
    ['gt', '1e3', '1001', true],
    ['gt', '-1', '.5', true],
    ['gt', '+5.', 6, true],
    ['lt', 'inf', 1e300, true],
    ['gt', '-Infinity', -1e300, true],
    ['gt', 5, 'nan', false],
    // Not numeric on either side: a miss.
    ['gt', 5, 'abc', false],
    ['lt', 5, '', false],
    ['lt', 5, ' 4', false],
    ['lt', 5, '0x1', false],
    ['lt', 5, null, false],
    ['lt', 5, true, false],
    ['lt', 5, [1], false],
    ['gt', 'abc', 6, false],
    ['gt', [5], 6, false],
  ])('%s %j of %j is %s', (operator, filter, property, expected) => {
    expect(matchesProperty(operator, filter, property)).toBe(expected);
  });
});

describe('between', () => {
  it.each<[filter: unknown, property: unknown, expected: boolean]>([
    [[1, 3], 1, true],
    [[1, 3], '3', true],
    [['1', '3'], 2, true],
    [[1, 3], 0.99, false],
    [[1, 3], 3.01, false],
    [[2, 2], 2, true],
  ])('%j of %j is %s, and not_between the opposite', (filter, property, expected) => {
    expect(matchesProperty('between', filter, property)).toBe(expected);
    expect(matchesProperty('not_between', filter, property)).toBe(!expected);
  });

  it.each<[filter: unknown, property: unknown]>([
    [[1, 3], 'nan'],
    [[1, 3], 'abc'],
    [[1, 3], null],
    [[3, 1], 2],
    [[1], 2],
    [[1, 2, 3], 2],
    [[1, 'x'], 2],
    [['nan', 2], 2],
    [5, 2],
  ])('%j of %j is a miss for both', (filter, property) => {
    expect(matchesProperty('between', filter, property)).toBe(false);
    expect(matchesProperty('not_between', filter, property)).toBe(false);
  });

  it('an absent property is outside even of a malformed range', () => {
    expect(matchesMissing('not_between', [3, 1])).toBe(true);
  });
});
