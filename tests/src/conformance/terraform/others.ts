import type { ResourceWalk } from './case';
import { lifeOf } from './case';

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

/** `posthog_cohort` and `posthog_insight`. */
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
];
