import fc from 'fast-check';
import type { CohortDefinition, FlagSelection, JsonObject } from '@tidemark/flag-engine';
import type { FeatureFlag } from '@tidemark/postgres';

/** The person data that a page sends when it opens a stream. */
export interface Subject {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly selection: FlagSelection;
}

/** The stored data and the time; null if the store is unavailable. */
export interface StoredWorld {
  readonly person: JsonObject | null;
  readonly company: JsonObject | null;
  readonly groupTypes: Readonly<Record<number, string>> | null;
  readonly hashKeys: Readonly<Record<string, string>> | null;
  readonly memberOf: ReadonlySet<number> | null;
  readonly now: number;
}

/** One change, or one event in the life of a page. */
export type Step =
  | { readonly kind: 'flag'; readonly flag: Partial<FeatureFlag> & { id: number; key: string } }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'cohort'; readonly cohort: CohortDefinition }
  | { readonly kind: 'stored'; readonly changes: Partial<StoredWorld> }
  | { readonly kind: 'quota'; readonly isUsedUp: boolean }
  | { readonly kind: 'timezone'; readonly timezone: string }
  | { readonly kind: 'block' | 'unblock' | 'reconnect'; readonly page: number };

const FLAGS = 6;
const id = fc.integer({ min: 1, max: FLAGS });
const KEYS = ['a', 'b', 'c', '__proto__'];
const plan = fc.constantFrom('pro', 'free');

const property = fc.oneof(
  fc.record({
    key: fc.constantFrom('plan', 'tier', '$initial_utm_source'),
    type: fc.constant('person'),
    operator: fc.constantFrom('exact', 'is_not', 'is_set', 'is_not_set'),
    value: plan,
  }),
  fc.record({
    key: fc.constantFrom('joined', 'tier'),
    type: fc.constant('person'),
    operator: fc.constantFrom('is_date_before', 'is_date_after'),
    value: fc.constantFrom('-7d', '-3d'),
  }),
  fc.record({
    key: fc.constant('size'),
    type: fc.constant('group'),
    group_type_index: fc.constant(0),
    operator: fc.constant('exact'),
    value: plan,
  }),
  fc.record({ key: fc.constant('id'), type: fc.constant('cohort'), value: fc.nat(2) }),
  fc.record({
    key: id.map(String),
    type: fc.constant('flag'),
    operator: fc.constant('flag_evaluates_to'),
    value: fc.constantFrom(true, false, 'test'),
  }),
);
const condition = fc.record({
  properties: fc.oneof(fc.constant([]), fc.array(property, { maxLength: 2 })),
  rollout_percentage: fc.constantFrom(0, 30, 50, 70, 100, 100, 100, 100),
  variant: fc.constantFrom('test', null),
});
const anyFilters = fc.record(
  {
    groups: fc.oneof(
      { weight: 12, arbitrary: fc.array(condition, { minLength: 1, maxLength: 2 }) },
      fc.constant('malformed'),
    ),
    multivariate: fc.constantFrom(null, {
      variants: [
        { key: 'test', rollout_percentage: 50 },
        { key: 'control', rollout_percentage: 50 },
      ],
    }),
    payloads: fc.constantFrom({}, { true: '1', test: '"ü\\n"' }),
    aggregation_group_type_index: fc.constantFrom(0, null, null),
    holdout: fc.constantFrom(null, { id: 1, exclusion_percentage: 30 }),
    feature_enrollment: fc.constantFrom(true, null, null),
    super_groups: fc.array(condition, { maxLength: 1 }),
  },
  { requiredKeys: ['groups'] },
);
/** A flag with one condition and one property, so that a failure has a single cause. */
const simpleFilters = fc.record({
  groups: fc.tuple(
    fc.record({
      properties: fc.tuple(property),
      rollout_percentage: fc.constantFrom(50, 100, 100),
    }),
  ),
});
const identity = { id, key: fc.constantFrom(...KEYS) };
const flag = fc.oneof(
  fc.record({ ...identity, filters: simpleFilters }),
  fc.record({
    ...identity,
    filters: anyFilters,
    active: fc.constantFrom(true, true, true, false),
    ensureExperienceContinuity: fc.constantFrom(true, false, false),
    evaluationRuntime: fc.constantFrom(null, null, 'client', 'server'),
    bucketingIdentifier: fc.constantFrom('device_id', null, null),
  }),
);
const leaf = fc.oneof(
  fc.record({
    type: fc.constant('person'),
    key: fc.constantFrom('plan', 'tier', 'joined'),
    operator: fc.constantFrom('exact', 'is_date_before'),
    value: fc.constantFrom('pro', '-7d'),
  }),
  fc.record({ type: fc.constant('cohort'), key: fc.constant('id'), value: fc.nat(2) }),
);
const cohort = fc.record({
  id: fc.nat(2),
  is_static: fc.constantFrom(false, false, true),
  has_membership: fc.constant(true),
  filters: fc.record({
    properties: fc.record({
      type: fc.constantFrom('AND', 'OR'),
      values: fc.array(leaf, { maxLength: 2 }),
    }),
  }),
});
const properties = fc.record(
  {
    plan,
    tier: fc.constantFrom('pro', 'free', '2026-03-01'),
    joined: fc.constantFrom('2026-03-28', '-7d'),
    utm_source: plan,
  },
  { requiredKeys: [] },
);
const stored: fc.Arbitrary<Partial<StoredWorld>> = fc.record(
  {
    person: fc.option(properties, { freq: 30 }),
    company: fc.option(fc.record({ size: plan }), { freq: 30 }),
    groupTypes: fc.option(fc.constantFrom({ 0: 'company' }, {}), { freq: 30 }),
    hashKeys: fc.option(fc.constantFrom({}, { a: 'x', b: 'y', c: 'z' }), { freq: 30 }),
    memberOf: fc.option(
      fc.array(fc.nat(2)).map((ids) => new Set(ids)),
      { freq: 30 },
    ),
    now: fc.constantFrom(Date.parse('2026-03-31T12:00:00Z'), Date.parse('2030-01-01T00:00:00Z')),
  },
  { requiredKeys: [] },
);

/** Several steps happen before the streams are notified. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 16, arbitrary: fc.record({ kind: fc.constant('flag' as const), flag }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cohort' as const), cohort }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('stored' as const), changes: stored }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('quota' as const),
        isUsedUp: fc.constantFrom(true, false, false, false),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('timezone' as const),
        timezone: fc.constantFrom('UTC', 'America/Los_Angeles'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          ...(['block', 'unblock', 'unblock', 'unblock', 'reconnect'] as const),
        ),
        page: fc.nat(1),
      }),
    },
  ),
  { minLength: 2, maxLength: 4, size: 'max' },
);

export const subjects: fc.Arbitrary<Subject> = fc.record({
  sent: fc.record(
    {
      distinct_id: fc.constantFrom('u1', 'u2', ''),
      $device_id: fc.constant('device'),
      person_properties: properties,
      groups: fc.constantFrom({ company: 'acme' }, {}),
      group_properties: fc.constantFrom({ company: { size: 'pro' } }, {}),
    },
    { requiredKeys: ['distinct_id'] },
  ),
  selection: fc.record({
    flagKeys: fc.constantFrom(null, null, null, ['a', 'b']),
    runtime: fc.constantFrom('client', 'client', 'all', null),
    contexts: fc.constant(null),
    onlySurveyFlags: fc.constant(false),
  }),
});
