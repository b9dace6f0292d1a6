import type { ResourceWalk } from './case';
import { lifeOf, mortalLifeOf } from './case';

const filters = {
  properties: {
    type: 'OR',
    values: [
      {
        type: 'AND',
        values: [{ key: 'email', type: 'person', value: 'is_set', operator: 'is_set' }],
      },
    ],
  },
};
const trends = (event: string) => ({
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event }] },
});

/** The other resources that both Tidemark and the provider support. */
export const others: readonly ResourceWalk[] = [
  lifeOf({
    resource: 'posthog_cohort',
    collection: 'cohorts',
    create: { name: 'With address', description: '', filters, is_static: false },
    created: {
      name: 'With address',
      description: '',
      filters,
      is_static: false,
      deleted: false,
      created_at: expect.any(String) as unknown,
    },
    update: { name: 'Reachable', filters },
    updated: { name: 'Reachable', filters },
  }),
  lifeOf({
    resource: 'posthog_insight',
    collection: 'insights',
    create: { name: 'Payments', description: 'By day', query: trends('paid'), tags: ['team'] },
    created: {
      name: 'Payments',
      derived_name: null,
      description: 'By day',
      query: trends('paid'),
      tags: ['team'],
      dashboards: [],
      deleted: false,
    },
    update: { name: 'Renewals', query: trends('renewed') },
    updated: { name: 'Renewals', query: trends('renewed') },
  }),
  lifeOf({
    resource: 'posthog_dashboard',
    collection: 'dashboards',
    create: { name: 'Money', description: 'All of it', pinned: true, tags: ['team'] },
    created: {
      name: 'Money',
      description: 'All of it',
      pinned: true,
      tags: ['team'],
      deleted: false,
      tiles: [],
    },
    update: { name: 'Revenue', description: '', pinned: false, tags: [] },
    updated: { name: 'Revenue', description: '', pinned: false, tags: [] },
  }),
  mortalLifeOf({
    resource: 'posthog_early_access_feature',
    collection: 'early_access_feature',
    create: { name: 'Dark mode', stage: 'beta', description: 'By night' },
    created: {
      name: 'Dark mode',
      stage: 'beta',
      description: 'By night',
      feature_flag: { id: expect.any(Number) as unknown, key: 'dark-mode' },
      created_at: expect.any(String) as unknown,
    },
    update: { name: 'Night mode', stage: 'general-availability' },
    updated: { name: 'Night mode', stage: 'general-availability', description: 'By night' },
  }),
  mortalLifeOf({
    resource: 'posthog_insight_variable',
    collection: 'insight_variables',
    create: { name: 'Country', type: 'List', default_value: 'SE', values: ['SE', 'DE'] },
    created: {
      name: 'Country',
      type: 'List',
      code_name: 'country',
      default_value: 'SE',
      values: ['SE', 'DE'],
    },
    update: { name: 'Country', type: 'List', default_value: 'DE', values: ['DE'] },
    updated: { default_value: 'DE', values: ['DE'] },
  }),
  mortalLifeOf({
    resource: 'posthog_survey',
    collection: 'surveys',
    create: {
      name: 'How was it',
      type: 'popover',
      questions: [{ type: 'open', question: 'Tell us' }],
    },
    created: {
      name: 'How was it',
      type: 'popover',
      questions: [{ type: 'open', question: 'Tell us' }],
      archived: false,
    },
    update: { name: 'How is it', questions: [{ type: 'open', question: 'Say more' }] },
    updated: { name: 'How is it', questions: [{ type: 'open', question: 'Say more' }] },
  }),
];
