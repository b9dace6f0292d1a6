import type { ConformanceCase } from '../support/case';
import { EVERYONE, NOBODY, details, flag, values, where } from './flag-steps';

const rollout = (percentage: number) => ({
  groups: [{ properties: [], rollout_percentage: percentage }],
});
const as = (distinctId: string | number) => ({ distinct_id: distinctId });

/** Half each; payloads for both. */
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

/** Who gets what, by recorded hashes: beta-search.user-17 is 0.009101, checkout-layout.user-61variant 0.569825. */
export const evaluation: readonly ConformanceCase[] = [
  {
    name: 'rollout by the hash of key and id',
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
    name: 'fractions of a percent count',
    steps: [
      flag('beta-search', rollout(0.91)),
      values({ 'beta-search': false }, as('user-17')),
      flag('again', rollout(100)),
      values({ again: true }, as('user-17')),
    ],
  },
  {
    name: 'variants by their own hash, with their payload',
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
    name: 'a condition may name the variant',
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
    name: 'condition sets are alternatives, their filters are not',
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
];
