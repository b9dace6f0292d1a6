import type { AuditedRequest } from './audited-request';

export const projectSettings: readonly AuditedRequest[] = [
  {
    route: 'projects_partial_update',
    request: ['PATCH', '', { name: 'Renamed' }],
    logged: ['Team', 'updated'],
  },
  {
    route: 'projects_reset_token_partial_update',
    request: ['PATCH', 'reset_token/', {}],
    logged: ['Team', 'updated'],
    makes: 'secret1',
    field: 'api_token',
  },
  {
    route: 'projects_rotate_secret_token',
    request: ['PATCH', 'rotate_secret_token/', {}],
    logged: ['Team', 'updated'],
    makes: 'secret2',
    field: 'secret_api_token',
  },
  {
    route: 'projects_delete_secret_token_backup',
    request: ['PATCH', 'delete_secret_token_backup/', {}],
    logged: ['Team', 'updated'],
  },
];
