import type { AuditedRequest } from './audited-request';

export const dashboards: readonly AuditedRequest[] = [
  {
    route: 'dashboards_create',
    request: ['POST', 'dashboards/', { name: 'One' }],
    logged: ['Dashboard', 'created'],
    makes: 'one',
  },
  {
    route: 'dashboards_partial_update',
    request: ['PATCH', 'dashboards/{one}/', { description: 'the first' }],
    logged: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_bulk_update_tags_create',
    request: [
      'POST',
      'dashboards/bulk_update_tags/',
      { ids: ['{one}'], action: 'add', tags: ['weekly'] },
    ],
    logged: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_create',
    request: ['POST', 'dashboards/', { name: 'Two' }],
    logged: ['Dashboard', 'created'],
    makes: 'two',
  },
];
