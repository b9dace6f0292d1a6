import fc from 'fast-check';
import type { Ask, Given, GivenFlag } from './format';

/* Generates random projects and users. For a `tame` flag, posthog-node must return the same value as the server when it
   evaluates locally. Other flags also use features that the SDK is known to evaluate differently (`docs/decisions`,
   0075). */

/** The flags, cohorts and groups of a project. Ids count from 1. */
export interface RandomProject {
  readonly given: Given;
  /** The keys of the flags for which the SDK must return the same values. */
  readonly tame: ReadonlySet<string>;
}

const GROUP_TYPES = ['company', 'team'];
const TEXTS = ['pro', 'PRO', 'Enterprise', 'free', 'true', 'a@ex.com', ''];
const VERSIONS = ['1.2.3', '1.10.0', '0.2.9', '2.0.0'];
const DATES = ['2024-01-02T00:00:00Z', '2026-03-01T10:00:00+02:00', '2019-12-31T23:59:59Z'];
const WILD = [null, true, 0, 5, '7', 'ÄÖ', 'äö', ['a'], '1.2.3-rc.1', 'v3.08', '2024-02-30', 'inf'];

const oneOf = (values: readonly unknown[]) => fc.constantFrom(...values);

/** Random properties of a person or group. `any` has values of all types. */
const properties = fc.record(
  {
    plan: oneOf(TEXTS),
    age: oneOf([-3, 0, 7, 7.5, 1000]),
    app: oneOf(VERSIONS),
    joined: oneOf(DATES),
    any: oneOf([...TEXTS, ...VERSIONS, ...DATES, ...WILD]),
  },
  { requiredKeys: ['plan', 'age', 'app', 'joined'] },
);

const filterOf = (key: string, operators: readonly string[], values: readonly unknown[]) =>
  fc.record({
    key: fc.constant(key),
    operator: fc.constantFrom(...operators),
    value: oneOf(values),
  });

const SUBSTRING = ['icontains', 'starts_with', 'ends_with'].flatMap((o) => [o, `not_${o}`]);
const SEMVER = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq', 'tilde', 'caret'].map((o) => `semver_${o}`);

/** Filters on these properties with values that the management API accepts and the SDK can evaluate. */
const tameFilter = fc.oneof(
  filterOf('plan', ['exact', 'is_not'], [...TEXTS, ['free', 'pro'], ['true'], []]),
  filterOf('plan', [...SUBSTRING, 'regex', 'not_regex'], ['pro', 'E', 'e$', '^p']),
  filterOf('age', ['gt', 'gte', 'lt', 'lte'], ['-1', '7', '7.5']),
  filterOf('joined', ['is_date_before', 'is_date_after'], ['2024-01-01', '-3m', '400d', '2y']),
  filterOf('app', SEMVER, VERSIONS),
  filterOf('app', ['semver_wildcard'], ['1.*', '1.2.*']),
  filterOf('plan', ['is_set', 'is_not_set'], ['is_set']),
);
const wildFilter = fc.oneof(
  tameFilter,
  filterOf('age', ['exact', 'is_not'], [7, '7', 7.5, ['0', '7']]),
  filterOf('plan', ['icontains_multi', 'not_icontains_multi'], [['pr', 'x'], ['@']]),
  filterOf(
    'age',
    ['between', 'not_between'],
    [
      [0, 7],
      [7, 7],
      [8, 2000],
    ],
  ),
  filterOf('any', ['exact', 'is_not'], [...TEXTS, ...WILD.filter((value) => value !== null)]),
  filterOf('any', ['icontains', 'not_icontains'], ['nu', 'Ä', 'ä', '[', 'a']),
  // The api rejects invalid patterns.
  filterOf('any', ['regex', 'not_regex'], ['nu', 'Ä', 'ä', '[ä]', 'a']),
  filterOf('any', ['gt', 'lte'], ['5', '-1']),
  filterOf('any', ['is_date_before', 'is_date_exact', 'is_date_after'], ['2024-03-01', '-1y']),
  filterOf('any', SEMVER, ['1.2.3', '1.2.3-beta', 'v3.8']),
  filterOf('none', ['is_not', 'not_icontains', 'is_not_set', 'exact'], ['pro']),
  filterOf('distinct_id', ['icontains', 'exact'], ['user-1', '1']),
);

interface Shape {
  readonly wild: boolean;
  readonly id: number;
  /** The ids of flags on which the flag may depend. */
  readonly below: readonly number[];
}

const cohortFilter = (more: fc.Arbitrary<object>) =>
  fc
    .record({ value: fc.constantFrom(1, 2, 3) })
    .chain(({ value }) => more.map((rest) => ({ key: 'id', type: 'cohort', value, ...rest })));

function filterIn({ wild, below }: Shape, group: number | null): fc.Arbitrary<object> {
  const property = (wild ? wildFilter : tameFilter).map((filter) =>
    group === null
      ? { ...filter, type: 'person' }
      : { ...filter, type: 'group', group_type_index: group },
  );
  const flagFilter = fc
    .record({ id: fc.constantFrom(...below, 0), value: fc.constantFrom(true, false, 'a', 'b') })
    .map(({ id, value }) => ({
      key: String(id),
      type: 'flag',
      operator: 'flag_evaluates_to',
      value,
    }));
  const cohort = cohortFilter(fc.record({ operator: fc.constantFrom('in', 'not_in') }));
  if (group !== null) return property;
  return fc.oneof(
    { weight: 6, arbitrary: property },
    ...(below.length > 0
      ? [{ weight: 1, arbitrary: flagFilter.filter(({ key }) => key !== '0') }]
      : []),
    { weight: 1, arbitrary: cohort },
  );
}

const percentage = fc.oneof(
  fc.constantFrom(0, 50, 100),
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
);
const MULTIVARIATE = [
  null,
  { variants: variants(50, 50) },
  { variants: variants(33.33, 33.33, 33.34) },
  { variants: variants(100, 0) },
];

function variants(...shares: number[]): object[] {
  return shares.map((rollout_percentage, index) => ({ key: 'abc'[index], rollout_percentage }));
}

function condition(shape: Shape, group: number | null, multivariate: boolean) {
  return fc.record({
    properties: fc.array(filterIn(shape, group), { maxLength: 2 }),
    rollout_percentage: percentage,
    variant: multivariate ? fc.constantFrom(null, null, 'a', 'b') : fc.constant(null),
  });
}

/** Whether a condition is about another kind of units than its flag. */
const isMixedIn = (one: object): boolean => 'aggregation_group_type_index' in one;

function randomFlag(shape: Shape): fc.Arbitrary<GivenFlag> {
  const { wild, id } = shape;
  return fc
    .record({
      group: wild ? fc.constantFrom(null, null, 0, 1) : fc.constantFrom(null, null, null, 0),
      multivariate: fc.constantFrom(...MULTIVARIATE),
      holdout: fc.constantFrom(null, null, { id: 7, exclusion_percentage: 20 }),
      early_exit: fc.boolean(),
      enrollment: wild ? fc.constantFrom(null, true) : fc.constant(null),
      mixed: wild ? fc.boolean() : fc.constant(false),
      device: wild ? fc.boolean() : fc.constant(false),
    })
    .chain(({ group, multivariate, holdout, early_exit, enrollment, mixed, device }) => {
      const some = condition(shape, group, multivariate !== null);
      const other = group === null ? 0 : null;
      const mixedIn = condition(shape, other, multivariate !== null).map((one) => ({
        ...one,
        aggregation_group_type_index: other,
      }));
      return fc
        .array(mixed ? fc.oneof(some, mixedIn) : some, { minLength: 1, maxLength: 3 })
        .map((groups) => ({
          id,
          key: `${wild ? 'wild' : 'tame'}-${id}`,
          ...(device && { bucketing_identifier: 'device_id' }),
          filters: JSON.parse(
            JSON.stringify({
              groups,
              multivariate,
              holdout,
              early_exit,
              // Only persons can enroll, and only in a boolean flag.
              feature_enrollment:
                group === null && multivariate === null && !groups.some(isMixedIn)
                  ? enrollment
                  : null,
              aggregation_group_type_index: group,
              payloads: multivariate === null ? { true: '{"a":1}' } : { a: '1', b: '"x"' },
            }),
          ) as GivenFlag['filters'],
        }));
    });
}

/** Three cohorts, of which the third refers to the others. */
const cohorts = fc
  .tuple(
    fc.array(tameFilter, { minLength: 1, maxLength: 2 }),
    fc.array(tameFilter, { minLength: 1, maxLength: 2 }),
    fc.constantFrom('AND', 'OR'),
  )
  .map(([first, second, type]) => {
    const tree = (values: readonly object[]) => ({
      properties: { type: 'OR', values: [{ type, values }] },
    });
    const leaves = (filters: readonly object[]) =>
      filters.map((one) => ({ ...one, type: 'person' }));
    const named = [1, 2].map((value) => ({ key: 'id', type: 'cohort', value }));
    return [tree(leaves(first)), tree(leaves(second)), tree(named)].map((filters, index) => ({
      id: index + 1,
      filters: JSON.parse(JSON.stringify(filters)) as GivenFlag['filters'],
    }));
  });

/** A random project with the given number of flags, every second of which is tame. */
export function randomProject(flags: number): fc.Arbitrary<RandomProject> {
  const ids = Array.from({ length: flags }, (_, index) => index + 1);
  const isTame = (id: number) => id % 2 === 0;
  const all = ids.map((id) => {
    const lower = ids.filter((other) => other < id && (!isTame(id) || isTame(other)));
    return randomFlag({ wild: !isTame(id), id, below: lower.slice(-3) });
  });
  return fc.tuple(fc.tuple(...all), cohorts).map(([made, trees]) => ({
    given: { flags: made, cohorts: trees, group_types: GROUP_TYPES },
    tame: new Set(made.filter(({ id }) => isTame(id)).map(({ key }) => key)),
  }));
}

/** A flag request for a random user. */
export const randomRequest: fc.Arbitrary<Ask['request']> = fc
  .record({
    distinct_id: fc.oneof(
      fc.nat(10_000).map((number) => `user-${number}`),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    ),
    person_properties: properties,
    groups: fc.record(
      { company: fc.nat(100).map((number) => `c-${number}`), team: fc.constantFrom('t', '42') },
      { requiredKeys: [] },
    ),
    group_properties: fc.record({ company: properties, team: properties }),
    $device_id: fc.constantFrom('d1', 'd2', ''),
    enrollment: fc.constantFrom(undefined, true, 'false'),
  })
  .map(({ enrollment, person_properties, ...rest }) => ({
    ...rest,
    person_properties: {
      ...person_properties,
      ...(enrollment !== undefined && {
        '$feature_enrollment/wild-1': enrollment,
        '$feature_enrollment/wild-3': enrollment,
      }),
    },
  }));
