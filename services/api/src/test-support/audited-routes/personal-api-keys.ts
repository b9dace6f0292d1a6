import type { AuditedRequest } from './audited-request';

export const personalApiKeys: readonly AuditedRequest[] = [
  {
    route: 'personal_api_keys_create',
    request: ['POST', '/api/personal_api_keys/', { label: 'mine', scopes: ['query:read'] }],
    logged: ['PersonalAPIKey', 'created'],
    makes: 'key',
  },
  {
    route: 'personal_api_keys_partial_update',
    request: ['PATCH', '/api/personal_api_keys/{key}/', { scopes: ['action:read'] }],
    logged: ['PersonalAPIKey', 'updated'],
  },
  {
    route: 'personal_api_keys_roll',
    request: ['POST', '/api/personal_api_keys/{key}/roll/', {}],
    logged: ['PersonalAPIKey', 'updated'],
    makes: 'secret4',
    field: 'value',
  },
  {
    route: 'personal_api_keys_destroy',
    request: ['DELETE', '/api/personal_api_keys/{key}/'],
    logged: ['PersonalAPIKey', 'deleted'],
  },
];
