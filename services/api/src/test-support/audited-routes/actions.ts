import type { AuditedRequest } from './audited-request';

export const actions: readonly AuditedRequest[] = [
  {
    route: 'actions_create',
    request: ['POST', 'actions/', { name: 'Bought', steps: [{ event: 'bought' }] }],
    logged: ['Action', 'created'],
    makes: 'action',
  },
  {
    route: 'actions_partial_update',
    request: ['PATCH', 'actions/{action}/', { description: 'paid' }],
    logged: ['Action', 'updated'],
  },
  {
    route: 'actions_migrate_create',
    request: ['POST', 'actions/{action}/migrate/', { description: 'paid up' }],
    logged: ['Action', 'updated'],
  },
  {
    route: 'actions_bulk_update_tags_create',
    request: [
      'POST',
      'actions/bulk_update_tags/',
      { ids: ['{action}'], action: 'add', tags: ['money'] },
    ],
    logged: ['Action', 'updated'],
  },
  {
    route: 'hooks_create',
    request: [
      'POST',
      'hooks/',
      { target: 'https://h.example/', event: 'action_performed', resource_id: '{action}' },
    ],
    logged: ['HogFunction', 'created'],
    makes: 'hook',
  },
  {
    route: 'hooks_destroy',
    request: ['DELETE', 'hooks/{hook}/'],
    logged: ['HogFunction', 'deleted'],
  },
];
