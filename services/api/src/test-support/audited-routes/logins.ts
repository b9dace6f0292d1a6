import type { AuditedRequest } from './audited-request';

export const logins: readonly AuditedRequest[] = [
  {
    route: 'setup_create',
    request: ['POST', '/api/setup/', { token: '{secretSetup}', password: 'a long password' }],
    logged: ['User', 'updated'],
  },
  {
    route: 'login_create',
    request: ['POST', '/api/login/', { email: 'admin@localhost', password: 'a long password' }],
    logged: ['User', 'logged_in'],
    makes: 'secret5',
    field: 'refresh_token',
  },
  {
    route: 'logout_create',
    request: ['POST', '/api/logout/', { refresh_token: '{secret5}' }],
    logged: ['User', 'logged_out'],
  },
];
