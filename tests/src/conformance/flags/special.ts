import type { ConformanceCase } from '../test-support/case';
import { EVERYONE, NOBODY, details, flag, values } from './flag-steps';

const ENROLLED = {
  code: 'super_condition_value',
  condition_index: 0,
  description: 'Super condition value',
};
const HELD_OUT = {
  code: 'holdout_condition_value',
  condition_index: null,
  description: 'Holdout condition value',
};
const half = { groups: [{ properties: [], rollout_percentage: 50 }] };
const enrolled = (value: unknown) => ({ person_properties: { '$feature_enrollment/beta': value } });

/** Rules that apply in addition to conditions. Known hash: holdout-user-31 is 0.019474. */
export const special: readonly ConformanceCase[] = [
  ...[
    { holdout: { id: 42, exclusion_percentage: 10 } },
    { holdout_groups: [{ properties: [], rollout_percentage: 10, variant: 'holdout-42' }] },
  ].map((holdout): ConformanceCase => ({
    name: `holdout, as ${Object.keys(holdout).join()}`,
    steps: [
      flag('exp', { ...EVERYONE, ...holdout }),
      details(
        { exp: { enabled: true, variant: 'holdout-42', reason: HELD_OUT } },
        { distinct_id: 'user-31' },
      ),
      details({ exp: { enabled: true, variant: null } }, { distinct_id: 'some_distinct_id' }),
    ],
  })),
  {
    name: 'an early access choice takes precedence over condition sets',
    steps: [
      flag('beta', { ...NOBODY, feature_enrollment: true }),
      details({ beta: { enabled: false, reason: { code: 'out_of_rollout_bound' } } }),
      details({ beta: { enabled: true, reason: ENROLLED } }, enrolled(true)),
      details({ beta: { enabled: true, reason: ENROLLED } }, enrolled('true')),
      details({ beta: { enabled: false, reason: ENROLLED } }, enrolled(false)),
      details({ beta: { enabled: false, reason: ENROLLED } }, enrolled('yes')),
    ],
  },
  {
    name: 'early access in its older format: a condition that decides if one of its properties is known',
    steps: [
      flag('beta', {
        ...NOBODY,
        super_groups: [
          {
            properties: [
              {
                key: '$feature_enrollment/beta',
                type: 'person',
                operator: 'exact',
                value: ['true'],
              },
            ],
            rollout_percentage: 100,
          },
        ],
      }),
      details({ beta: { enabled: false, reason: { code: 'out_of_rollout_bound' } } }),
      details({ beta: { enabled: true, reason: ENROLLED } }, enrolled(true)),
      details({ beta: { enabled: false, reason: ENROLLED } }, enrolled(false)),
    ],
  },
  {
    name: 'a flag is off for a person who opted out, but has its payload',
    steps: [
      flag('beta', { ...EVERYONE, feature_enrollment: true, payloads: { true: '{"a":1}' } }),
      details(
        { beta: { enabled: false, reason: ENROLLED, metadata: { payload: '{"a":1}' } } },
        enrolled(false),
      ),
      details({ beta: { enabled: true, reason: { code: 'condition_match' } } }),
    ],
  },
  {
    name: 'a person in the holdout gets no payload, and the holdout as a variant in short formats',
    steps: [
      flag('exp', {
        ...EVERYONE,
        payloads: { true: '1' },
        holdout: { id: 42, exclusion_percentage: 10 },
      }),
      details(
        { exp: { variant: 'holdout-42', metadata: { payload: null } } },
        { distinct_id: 'user-31' },
      ),
      values({ exp: 'holdout-42' }, { distinct_id: 'user-31' }),
      details({ exp: { metadata: { payload: '1' } } }, { distinct_id: 'some_distinct_id' }),
    ],
  },
  {
    name: 'early exit ends the evaluation at a missed rollout',
    steps: [
      flag('exit', { groups: [...NOBODY.groups, ...EVERYONE.groups], early_exit: true }),
      flag('stay', { groups: [...NOBODY.groups, ...EVERYONE.groups] }),
      details({
        exit: { enabled: false, reason: { code: 'out_of_rollout_bound', condition_index: 0 } },
        stay: { enabled: true, reason: { code: 'condition_match', condition_index: 1 } },
      }),
    ],
  },
  {
    name: 'bucketing by device',
    steps: [
      flag('dev', half, { bucketing_identifier: 'device_id' }),
      details({ dev: { enabled: false, reason: { code: 'out_of_rollout_bound' } } }),
      details({ dev: { enabled: true } }, { $device_id: 'd2' }),
      details({ dev: { enabled: true } }, { person_properties: { $device_id: 'd2' } }),
      details({ dev: { enabled: false } }, { $device_id: 'd1' }),
    ],
  },
  {
    name: 'initial properties are filled from the current ones',
    steps: [
      flag('ff', {
        groups: [{ properties: [{ key: '$initial_browser', type: 'person', value: 'Firefox' }] }],
      }),
      details({ ff: { enabled: true } }, { person_properties: { $browser: 'Firefox' } }),
      details(
        { ff: { enabled: false } },
        { person_properties: { $browser: 'Firefox', $initial_browser: 'Chrome' } },
      ),
    ],
  },
];
