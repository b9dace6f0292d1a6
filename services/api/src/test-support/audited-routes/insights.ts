import type { AuditedRequest } from './audited-request';

const NODE = {
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'seen' }] },
};

export const insights: readonly AuditedRequest[] = [
  {
    route: 'insights_create',
    request: ['POST', 'insights/', { name: 'Seen', query: NODE, dashboards: ['{one}'] }],
    logged: ['Insight', 'created'],
    makes: 'insight',
  },
  {
    route: 'insights_partial_update',
    request: ['PATCH', 'insights/{insight}/', { description: 'how often' }],
    logged: ['Insight', 'updated'],
  },
  {
    route: 'insights_bulk_update_tags_create',
    request: [
      'POST',
      'insights/bulk_update_tags/',
      { ids: ['{insight}'], action: 'add', tags: ['weekly'] },
    ],
    logged: ['Insight', 'updated'],
  },
];
