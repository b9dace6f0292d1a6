import { matchesProperty } from '../testing/matching';

type Case = [operator: string, filter: unknown, property: unknown, expected: boolean];

describe('substring operators', () => {
  it.each<Case>([
    ['icontains', 'valUe', 'xVALue4', true],
    ['icontains', 'value', 'Alakazam', false],
    ['icontains', '3', 323, true],
    ['icontains', 'nu', null, true],
    ['icontains', 'ru', true, true],
    ['icontains', '', 'anything', true],
    ['icontains', '"a"', ['a', 'b'], true],
    // Only ASCII letters are folded.
    ['icontains', 'É', 'école', false],
    ['icontains', 'É', 'ÉCOLE', true],
    ['icontains', 'éCOLE', 'école', true],
    // A list is one text here, its JSON.
    ['icontains', ['a'], 'a', false],
    ['starts_with', 'Val', 'value', true],
    ['starts_with', 'al', 'value', false],
    ['ends_with', 'LUE', 'value', true],
    ['ends_with', 'valu', 'value', false],
    ['icontains_multi', ['x', 'LU'], 'value', true],
    ['icontains_multi', ['x', 'y'], 'value', false],
    ['icontains_multi', 'lu', 'value', true],
    ['icontains_multi', [2], 123, true],
    ['icontains_multi', [], 'value', false],
  ])(
    '%s %j of %j is %s, and the not_ form the opposite',
    (operator, filter, property, expected) => {
      expect(matchesProperty(operator, filter, property)).toBe(expected);
      expect(matchesProperty(`not_${operator}`, filter, property)).toBe(!expected);
    },
  );
});
