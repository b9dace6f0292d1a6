import type { ResourceWalk } from './case';
import { lifeOf } from './case';

const rolledOut = (percentage: number) => ({
  groups: [{ properties: [], rollout_percentage: percentage }],
});
const variants = {
  groups: [
    {
      properties: [{ key: 'email', type: 'person', value: '@example.com', operator: 'icontains' }],
      rollout_percentage: 40,
    },
  ],
  multivariate: {
    variants: [
      { key: 'control', rollout_percentage: 50 },
      { key: 'test', rollout_percentage: 50 },
    ],
  },
  payloads: { test: '{"colour": "blue"}' },
};

/** `posthog_feature_flag`: before a deletion, the provider reads the flag and sends its key. */
export const featureFlags: readonly ResourceWalk[] = [
  lifeOf({
    // For a configuration without filters, the provider sends one empty condition.
    resource: 'posthog_feature_flag by its key alone',
    collection: 'feature_flags',
    create: { key: 'tf-bare', filters: { groups: [{}] }, deleted: false },
    created: { key: 'tf-bare', name: '', active: true, tags: [], deleted: false },
    // `rollout_percentage` without filters is stored in the first condition.
    update: {
      key: 'tf-bare',
      filters: { groups: [{ rollout_percentage: 55 }] },
      deleted: false,
    },
    updated: {
      key: 'tf-bare',
      active: true,
      filters: { groups: [{ rollout_percentage: 55 }] },
      rollout_percentage: 55,
    },
    deletion: { key: 'tf-bare' },
    readsBeforeDelete: true,
  }),
  lifeOf({
    resource: 'posthog_feature_flag by percentage',
    collection: 'feature_flags',
    create: {
      key: 'tf-simple',
      name: 'Simple',
      active: true,
      filters: rolledOut(30),
      deleted: false,
    },
    created: {
      key: 'tf-simple',
      name: 'Simple',
      active: true,
      filters: rolledOut(30),
      rollout_percentage: 30,
      tags: [],
      deleted: false,
    },
    update: {
      key: 'tf-simple',
      name: 'Simple',
      active: false,
      filters: rolledOut(100),
      deleted: false,
    },
    updated: { key: 'tf-simple', active: false, filters: rolledOut(100), rollout_percentage: 100 },
    deletion: { key: 'tf-simple' },
    readsBeforeDelete: true,
  }),
  lifeOf({
    resource: 'posthog_feature_flag with variants and tags',
    collection: 'feature_flags',
    create: {
      key: 'tf-variants',
      name: '',
      active: true,
      filters: variants,
      tags: ['team'],
      deleted: false,
    },
    created: { key: 'tf-variants', filters: variants, tags: ['team'] },
    update: { key: 'tf-variants-2', filters: variants, tags: ['team', 'web'], deleted: false },
    updated: {
      key: 'tf-variants-2',
      filters: variants,
      tags: expect.arrayContaining(['team', 'web']) as unknown,
    },
    deletion: { key: 'tf-variants-2' },
    readsBeforeDelete: true,
  }),
];
