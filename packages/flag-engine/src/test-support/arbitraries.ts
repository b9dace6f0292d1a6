import fc from 'fast-check';
import { aContext, aFlag } from './factories';

const OPERATORS = [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'starts_with', 'not_ends_with'],
  ...['icontains_multi', 'regex', 'not_regex', 'gt', 'lte', 'between', 'not_between'],
  ...['is_set', 'is_not_set', 'is_date_exact', 'is_date_after', 'semver_gt', 'semver_caret'],
  ...['semver_wildcard', 'in', 'flag_evaluates_to', 'unknown', null],
];
const KEYS = ['a', 'b', '1', '2', '$initial_os', 'distinct_id', '__proto__'];

/** Filter values that operators support, among arbitrary JSON. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.nat(3),
  fc.constantFrom('1.2.3', '-7d', '2024-01-01', [1, 2], 'true', true, '5', '[a-z]+', '(', 3),
);
const filter = fc.record(
  {
    key: fc.constantFrom(...KEYS),
    type: fc.constantFrom('person', 'group', 'flag', 'cohort', 'person_metadata', null),
    operator: fc.constantFrom(...OPERATORS),
    value,
    group_type_index: fc.constantFrom(0, 1, null),
  },
  { requiredKeys: ['key', 'type'] },
);
const condition = fc.record(
  {
    properties: fc.array(filter, { maxLength: 3 }),
    rollout_percentage: fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constant(null)),
    variant: fc.constantFrom('test', 'none', null),
    aggregation_group_type_index: fc.constantFrom(0, 1, null),
  },
  { requiredKeys: [] },
);
/** Stored filters with the documented shape, or with arbitrary JSON in one place. */
const filters = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      groups: fc.oneof(
        { weight: 4, arbitrary: fc.array(condition, { maxLength: 3 }) },
        fc.jsonValue(),
      ),
      multivariate: fc.constantFrom(null, {
        variants: [{ key: 'test', rollout_percentage: 60 }],
      }),
      payloads: fc.oneof(fc.constant({ true: '1', test: '2' }), fc.jsonValue()),
      aggregation_group_type_index: fc.constantFrom(0, null),
      holdout: fc.constantFrom(null, { id: 1, exclusion_percentage: 20 }),
      feature_enrollment: fc.constantFrom(true, null),
      super_groups: fc.array(condition, { maxLength: 1 }),
      early_exit: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
);
const cohortLeaf = fc.oneof(
  fc.record({
    type: fc.constantFrom('person', 'cohort', 'behavioral'),
    key: fc.constantFrom(...KEYS),
    operator: fc.constantFrom(...OPERATORS),
    value: fc.oneof(value, fc.nat(3)),
    negation: fc.boolean(),
  }),
  fc.jsonValue(),
);
const cohortGroup = fc.record({
  type: fc.constantFrom('AND', 'OR', 'property', 'XOR'),
  values: fc.array(cohortLeaf, { maxLength: 3 }),
});
/** Cohorts 0 to 3, of any shape, that may refer to each other. */
export const cohorts = fc
  .array(
    fc.record({
      is_static: fc.boolean(),
      has_membership: fc.boolean(),
      filters: fc.oneof(
        fc.jsonValue(),
        fc.record({
          properties: fc.record({
            type: fc.constantFrom('AND', 'OR'),
            values: fc.array(fc.oneof(cohortGroup, cohortLeaf), { maxLength: 3 }),
          }),
        }),
      ),
    }),
    { maxLength: 4 },
  )
  .map((all) => all.map((stored, id) => ({ id, ...stored })));
const properties = fc.dictionary(fc.constantFrom(...KEYS), value);
const columns = fc.record({
  filters,
  ensure_experience_continuity: fc.boolean(),
  bucketing_identifier: fc.constantFrom('device_id', null),
});
/** Flags of a project, some of them malformed. */
export const project = fc
  .array(columns, { maxLength: 4 })
  .map((all) =>
    all.map((stored, index) => aFlag({ id: index + 1, key: `flag-${index + 1}`, ...stored })),
  );
/** A request, with stored data or failed reads. */
export const request = fc
  .record({
    distinctId: fc.string({ maxLength: 250 }),
    deviceId: fc.constantFrom(null, 'device'),
    anonDistinctId: fc.constantFrom(null, 'anon'),
    groups: fc.dictionary(fc.constantFrom('company', 'team'), value),
    groupTypes: fc.constantFrom(null, { 0: 'company' }),
    personPropertyOverrides: properties,
    personProperties: fc.option(properties),
    groupProperties: fc.dictionary(fc.constant('company'), fc.option(properties)),
    hashKeyOverrides: fc.constantFrom(null, {}, { 'flag-1': 'other' }),
    memberOf: fc.option(fc.array(fc.nat(3)).map((ids) => new Set(ids))),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Nowhere'),
  })
  .map((facts) => aContext(facts));
