import { matchesProperty } from '../../testing/matching';

const ascending = [
  '0.0.1-alpha',
  '0.0.1',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  'v1.0.0',
  '1.0.0+build.2',
  '1.0.0+build.11',
  '1.2',
  '3.08',
  '3.10.0',
  '18446744073709551615.0.0',
];

describe('semver ordering', () => {
  it('orders every pair of an ascending list', () => {
    for (const [i, property] of ascending.entries()) {
      for (const [j, filter] of ascending.entries()) {
        const answers = ['lt', 'lte', 'eq', 'gte', 'gt', 'neq'].map((operator) =>
          matchesProperty(`semver_${operator}`, filter, property),
        );
        expect([property, filter, ...answers]).toEqual([
          property,
          filter,
          i < j,
          i <= j,
          i === j,
          i >= j,
          i > j,
          i !== j,
        ]);
      }
    }
  });

  it.each([
    ['3.8.0', '3.08'],
    ['1', '1.0.0'],
    [1.2, 'v1.2.0'],
    ['v1.2.3 ', '1.2.3'],
  ])('%j equals %j', (property, filter) => {
    expect(matchesProperty('semver_eq', filter, property)).toBe(true);
  });

  it.each(['1.2.3.4', '', 'abc', 'vv1', '1..2', '1.2.3-', '1.2.3-01', '1.2.3+', null, true, [1]])(
    '%j is no version: a miss on either side, for neq too',
    (text) => {
      for (const operator of ['semver_eq', 'semver_neq', 'semver_gte', 'semver_caret']) {
        expect(matchesProperty(operator, '1.0.0', text)).toBe(false);
        expect(matchesProperty(operator, text ?? 'null', '1.0.0')).toBe(false);
      }
    },
  );

  it('refuses components beyond 64 bits', () => {
    expect(matchesProperty('semver_gt', '1.0.0', '18446744073709551616.0.0')).toBe(false);
  });
});

describe('semver ranges', () => {
  it.each<[operator: string, filter: string, inside: string[], outside: string[]]>([
    ['tilde', '1.2.3', ['1.2.3', '1.2.9'], ['1.2.2', '1.3.0', '2.2.3', '1.2.4-beta', '1.2.3-rc']],
    ['tilde', '1.2', ['1.2.0', '1.2.9'], ['1.3.0']],
    ['tilde', '1', ['1.0.5'], ['1.1.0']],
    [
      'tilde',
      '1.2.3-beta.2',
      ['1.2.3-beta.2', '1.2.3-rc', '1.2.3', '1.2.4'],
      ['1.2.3-beta.1', '1.2.4-beta.3'],
    ],
    ['caret', '1.2.3', ['1.2.3', '1.9.0'], ['1.2.2', '2.0.0', '1.3.0-beta']],
    ['caret', '0.2.3', ['0.2.3', '0.2.9'], ['0.2.2', '0.3.0', '1.2.3']],
    ['caret', '0.0.3', ['0.0.3'], ['0.0.4', '0.0.2']],
    ['caret', '0.0.0', ['0.0.0'], ['0.0.1']],
    ['caret', '03.08', ['3.8.0', '3.9.0'], ['3.7.9', '4.0.0']],
    ['wildcard', '1.*', ['1.0.0', '1.9.9'], ['2.0.0', '0.9.9', '1.2.3-beta']],
    ['wildcard', '1.2.*', ['1.2.0', '1.2.9'], ['1.3.0', '1.1.9']],
    ['wildcard', '1.*.*', ['1.5.5'], ['2.0.0']],
    ['wildcard', '3.08.*', ['3.8.1'], ['3.9.0']],
    ['wildcard', '*', ['0.0.1', '99.0.0'], ['1.0.0-beta', 'abc']],
    ['wildcard', '1.2.3', ['1.2.3', '1.9.0'], ['2.0.0']],
    ['wildcard', '1.2', ['1.2.0', '1.9.0'], ['1.1.9', '2.0.0']],
    ['wildcard', '0.0', ['0.0.9'], ['0.1.0']],
    ['wildcard', '0', ['0.9.9'], ['1.0.0']],
    ['wildcard', '1.*.3', [], ['1.0.3']],
    ['wildcard', '*.2', [], ['1.2.0']],
    ['wildcard', '1.2.3.*', [], ['1.2.3']],
  ])('%s %s holds %j and not %j', (operator, filter, inside, outside) => {
    const holds = (property: string) => matchesProperty(`semver_${operator}`, filter, property);
    expect(inside.filter((property) => !holds(property))).toEqual([]);
    expect(outside.filter(holds)).toEqual([]);
  });
});
