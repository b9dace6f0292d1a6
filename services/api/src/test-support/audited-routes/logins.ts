import type { AuditedRequest } from './audited-request';

export const logins: readonly AuditedRequest[] = [
  {
    route: 'setup_create',
    request: ['POST', '/api/setup/', { token: '{secretSetup}', password: 'a long password' }],
    told: ['User', 'updated'],
  },
  {
    route: 'login_create',
    request: ['POST', '/api/login/', { email: 'admin@localhost', password: 'a long password' }],
    told: ['User', 'logged_in'],
    makes: 'secret5',
    field: 'refresh_token',
  },
  {
    route: 'logout_create',
    request: ['POST', '/api/logout/', { refresh_token: '{secret5}' }],
    told: ['User', 'logged_out'],
  },
];
