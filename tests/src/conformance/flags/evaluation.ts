import type { ConformanceCase } from '../test-support/case';
import { captured, settled } from '../test-support/case';
import { EVERYONE, NOBODY, change, details, flag, values, where } from './flag-steps';

const rollout = (percentage: number) => ({
  groups: [{ properties: [], rollout_percentage: percentage }],
});
const as = (distinctId: string | number) => ({ distinct_id: distinctId });

/** Two variants with 50 % each, and a payload for both. */
const SPLIT = {
  ...EVERYONE,
  multivariate: {
    variants: [
      { key: 'control', rollout_percentage: 50 },
      { key: 'test', rollout_percentage: 50 },
    ],
  },
  payloads: { control: '{"x":1}', test: '"text"' },
};

const matched = (index: number) => ({
  code: 'condition_match',
  condition_index: index,
  description: `Matched condition set ${index + 1}`,
});

const set = (property: object) => ({ properties: [property], rollout_percentage: 100 });

const GROUPS_LEFT_OUT =
  'No matching condition set (group conditions were not evaluated because no group type was provided)';

/** Evaluations with known hashes: beta-search.user-17 is 0.009101, checkout-layout.user-61variant is 0.569825. */
export const evaluation: readonly ConformanceCase[] = [
  {
    name: 'the hash of flag key and distinct id decides the rollout',
    steps: [
      flag('beta-search', rollout(1)),
      values({ 'beta-search': true }, as('user-17')),
      values({ 'beta-search': false }, as('ünïcødé-😀')),
      flag('org-dashboard', rollout(60)),
      values({ 'org-dashboard': true }, as('42')),
      values({ 'org-dashboard': true }, as(42)),
    ],
  },
  {
    name: 'fractions of a percent are used',
    steps: [
      flag('beta-search', rollout(0.91)),
      values({ 'beta-search': false }, as('user-17')),
      flag('again', rollout(100)),
      values({ again: true }, as('user-17')),
    ],
  },
  {
    name: 'a separate hash decides the variant, which has its payload',
    steps: [
      flag('checkout-layout', SPLIT),
      details(
        {
          'checkout-layout': {
            enabled: true,
            variant: 'test',
            metadata: { payload: '"text"' },
            reason: matched(0),
          },
        },
        as('user-61'),
      ),
    ],
  },
  {
    name: 'a condition can determine the variant',
    steps: [
      flag('exp', {
        ...SPLIT,
        groups: [
          {
            properties: [where('email', 'icontains', '@ex')],
            variant: 'control',
            rollout_percentage: 100,
          },
          { properties: [], rollout_percentage: 0 },
        ],
      }),
      details(
        {
          exp: {
            enabled: true,
            variant: 'control',
            metadata: { payload: '{"x":1}' },
            reason: matched(0),
          },
        },
        { person_properties: { email: 'A@EX.com' } },
      ),
      details({
        exp: {
          enabled: false,
          variant: null,
          metadata: { payload: null },
          reason: { code: 'out_of_rollout_bound', condition_index: 1 },
        },
      }),
    ],
  },
  {
    name: 'the payload of a boolean flag',
    steps: [
      flag('beta', { ...EVERYONE, payloads: { true: '{"a":1}' } }),
      flag('off', { ...NOBODY, payloads: { true: '{"a":1}' } }),
      details({ beta: { metadata: { payload: '{"a":1}' } }, off: { metadata: { payload: null } } }),
    ],
  },
  {
    name: 'one condition set must match, with all of its filters',
    steps: [
      flag('beta', {
        groups: [
          { properties: [where('plan', 'exact', 'pro'), where('seats', 'gt', '5')] },
          { properties: [where('vip', 'exact', ['true'])] },
        ],
      }),
      details(
        { beta: { enabled: true, reason: matched(0) } },
        { person_properties: { plan: 'pro', seats: 6 } },
      ),
      details(
        { beta: { enabled: true, reason: matched(1) } },
        { person_properties: { plan: 'pro', vip: true } },
      ),
      details(
        {
          beta: {
            enabled: false,
            reason: {
              code: 'no_condition_match',
              condition_index: 1,
              description: 'No matching condition set',
            },
          },
        },
        { person_properties: { plan: 'pro', seats: 5 } },
      ),
    ],
  },
  {
    name: 'an empty distinct id is in every rollout and gets the first variant',
    steps: [
      flag('beta', rollout(0)),
      flag('exp', SPLIT),
      values({ beta: true, exp: 'control' }, as('')),
    ],
  },
  {
    name: 'among equal reasons, the last condition set is reported; a missed rollout is preferred to a missed filter',
    steps: [
      flag('late', { groups: [where('a', 'is_set'), where('b', 'is_set')].map(set) }),
      flag('rollout', {
        groups: [{ properties: [], rollout_percentage: 0 }, set(where('b', 'is_set'))],
      }),
      details({
        late: { reason: { code: 'no_condition_match', condition_index: 1 } },
        rollout: { reason: { code: 'out_of_rollout_bound', condition_index: 0 } },
      }),
    ],
  },
  {
    name: 'a flag without condition sets',
    steps: [
      flag('beta'),
      change('beta', { filters: { groups: [] } }),
      {
        ...details({
          beta: {
            enabled: false,
            reason: { code: 'no_group_type', condition_index: null, description: 'No group type' },
            metadata: { version: 2 },
          },
        }),
        withinMs: 1_000,
      },
    ],
  },
  {
    name: 'one flag can have condition sets for persons and for groups',
    steps: [
      captured('$groupidentify', { $group_type: 'company', $group_key: 'acme', $group_set: {} }),
      ...settled(),
      flag('mixed', {
        groups: [
          { ...set(where('plan', 'exact', 'pro')), aggregation_group_type_index: null },
          {
            properties: [
              {
                key: '$group_key',
                type: 'group',
                group_type_index: 0,
                operator: 'exact',
                value: ['42'],
              },
            ],
            aggregation_group_type_index: 0,
          },
        ],
      }),
      {
        ...details({ mixed: { enabled: true, reason: matched(1) } }, { groups: { company: 42 } }),
        withinMs: 10_000,
      },
      details(
        { mixed: { enabled: true, reason: matched(0) } },
        { person_properties: { plan: 'pro' } },
      ),
      details(
        { mixed: { enabled: false, reason: { code: 'no_condition_match', condition_index: 1 } } },
        { groups: { company: 'acme' } },
      ),
      ...[true, null, [], ''].map((company) =>
        details(
          {
            mixed: {
              enabled: false,
              reason: {
                code: 'no_condition_match',
                condition_index: 0,
                description: GROUPS_LEFT_OUT,
              },
            },
          },
          { groups: { company } },
        ),
      ),
    ],
  },
];
