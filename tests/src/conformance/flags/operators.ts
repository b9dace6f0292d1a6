import type { ConformanceCase } from '../support/case';
import { flag, only, values, where } from './flag-steps';

/** Operator, filter value, values of the property that match, values that do not; undefined = no property. */
type Row = readonly [string, unknown, readonly unknown[], readonly unknown[]];

const ROWS: readonly Row[] = [
  ['exact', 'Pro', ['pro', 'PRO'], ['free', '', null, undefined]],
  ['exact', ['a', 'b'], ['a', 'B'], ['c', undefined]],
  ['exact', '5', [5, '5'], [6, 5.5]],
  ['exact', 'true', [true, 'true', 'TRUE'], [false, 'false', 1, 'yes']],
  ['exact', ['false'], [false, 'banana', 0, null], [true, 'true']],
  ['is_not', 'pro', ['free', null, undefined], ['pro', 'PRO']],
  ['is_not', ['a', 'b'], ['c', undefined], ['a', 'B']],
  ['icontains', '@Ex', ['a@ex.com', 'A@EX.COM'], ['a@b.com', undefined]],
  ['icontains', '5', [15, 'x5'], [1]],
  ['not_icontains', 'ex', ['none', undefined], ['EXAMPLE']],
  ['regex', '^a.c$', ['abc'], ['ABC', 'xabc', undefined]],
  ['regex', String.raw`(?<=a)b`, ['ab'], ['cb']],
  ['not_regex', '^a', ['b', undefined], ['a']],
  ['gt', '5', [6, '10', 5.1, '1e3'], [5, '4', 'x', undefined]],
  ['gte', '5', [5, '5'], [4.9, undefined]],
  ['lt', '5', [4, '-1'], [5, 'x', undefined]],
  ['lte', '5', [5], [5.1]],
  ['is_set', 'is_set', ['', 0, null, false], [undefined]],
  ['is_not_set', 'is_not_set', [undefined], ['', null]],
  [
    'is_date_before',
    '2026-01-01',
    ['2025-12-31', '2025-12-31T23:59:59Z', 1_700_000_000],
    ['2026-01-02', 'x', undefined],
  ],
  ['is_date_after', '2026-01-01', ['2026-01-02T00:00:00Z'], ['2025-12-31', undefined]],
  ['is_date_after', '-7d', ['2999-01-01'], ['2020-01-01']],
  [
    'is_date_exact',
    '2026-01-01T00:00:00Z',
    ['2026-01-01', 1_767_225_600, '1767225600'],
    ['2026-01-02', true],
  ],
  ['is_date_before', '1h', ['2020-01-01', 0], ['2999-01-01']],
  ['is_date_before', '2026-01-01', ['2026-01-01T01:00:00+02:00'], ['2026-01-01T00:00:00Z', null]],
  ['exact', [], [true, 'true'], ['x', 0, undefined]],
  ['exact', 'null', [null, 'NULL'], [undefined, '']],
  ['exact', ['true', 'false'], ['banana', false], [true]],
  ['exact', 'ÄÖ', ['äö'], ['ao']],
  ['icontains', 'Ä', ['xÄ'], ['xä']],
  ['icontains', 'nu', [null, 'NUT'], [undefined, 5]],
  ['starts_with', 'Pre', ['prefix', 'PREx'], ['xpre', undefined]],
  ['not_starts_with', 'pre', ['xpre', undefined], ['Prefix']],
  ['ends_with', '.COM', ['a.com'], ['com.a', undefined]],
  ['not_ends_with', '.com', ['com.a', undefined], ['a.COM']],
  ['icontains_multi', ['a@', 'b@'], ['XA@x', 'b@x'], ['c@x', undefined]],
  ['not_icontains_multi', ['a@', 'b@'], ['c@x', undefined], ['a@x']],
  ['regex', '[', [], ['[', undefined]],
  ['not_regex', '[', [undefined], ['x', '[']],
  ['between', [1, 5], [1, 5, '3'], [0.9, 5.1, 'x', undefined]],
  ['not_between', [1, 5], [0, 6, undefined], [1, '3', 'x']],
  ['min', '5', [5], [4]],
  ['max', '5', [5], [6]],
  ['semver_gt', '1.2.3', ['1.2.4', '2'], ['1.2.3', '1.2.3-rc.1', '1.2.3.4', undefined]],
  ['semver_lt', '1.2.3', ['1.2.3-rc.1', '1.2'], ['1.2.3', 'x']],
  ['semver_lte', '3.08', ['3.8.0', 'v3.7'], ['3.8.1']],
  ['semver_eq', 'v1.2', ['1.2.0', '01.2'], ['1.2.1', '1.2.0-a']],
  ['semver_neq', '1.2.3', ['1.2.4'], ['1.2.3', 'x', undefined]],
  ['semver_tilde', '1.2.3', ['1.2.3', '1.2.9'], ['1.3.0', '1.2.2']],
  ['semver_caret', '0.2.3', ['0.2.9'], ['0.3.0', '1.0.0']],
  ['semver_caret', '0.0.3', ['0.0.3'], ['0.0.4']],
  ['semver_wildcard', '1.2.*', ['1.2.0', '1.2.99'], ['1.3.0', '2']],
  ['semver_wildcard', '*', ['1', '99.9.9'], ['x', undefined]],
  ['semver_gte', '1.2.3', ['1.2.3', 'v1.10.0', '2'], ['1.2.2', '1.2.3-beta', 'x', undefined]],
  ['semver_caret', '1.2.3', ['1.9.0'], ['2.0.0', '1.2.2']],
];

const propertiesOf = (value: unknown) => ({
  person_properties: value === undefined ? {} : { p: value },
});

/** Conditions on person properties that the request carries. */
export const operators: readonly ConformanceCase[] = ROWS.map(
  ([operator, value, matching, others]) => ({
    name: `${operator} ${JSON.stringify(value)}`,
    steps: [
      flag('f', only(where('p', operator, value))),
      ...matching.map((property) => values({ f: true }, propertiesOf(property))),
      ...others.map((property) => values({ f: false }, propertiesOf(property))),
    ],
  }),
);
