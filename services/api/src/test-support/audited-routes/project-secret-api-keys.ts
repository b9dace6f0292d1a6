import type { AuditedRequest } from './audited-request';

export const projectSecretApiKeys: readonly AuditedRequest[] = [
  {
    route: 'project_secret_api_keys_create',
    request: ['POST', 'project_secret_api_keys/', { label: 'server', scopes: ['query:read'] }],
    logged: ['ProjectSecretAPIKey', 'created'],
    makes: 'secretKey',
  },
  {
    route: 'project_secret_api_keys_partial_update',
    request: ['PATCH', 'project_secret_api_keys/{secretKey}/', { label: 'other' }],
    logged: ['ProjectSecretAPIKey', 'updated'],
  },
  {
    route: 'project_secret_api_keys_roll',
    request: ['POST', 'project_secret_api_keys/{secretKey}/roll/', {}],
    logged: ['ProjectSecretAPIKey', 'updated'],
    makes: 'secret3',
    field: 'value',
  },
  {
    route: 'project_secret_api_keys_destroy',
    request: ['DELETE', 'project_secret_api_keys/{secretKey}/'],
    logged: ['ProjectSecretAPIKey', 'deleted'],
  },
];
