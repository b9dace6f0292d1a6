import type { AuditedRequest } from './audited-request';

const threshold = { configuration: { type: 'absolute', bounds: { lower: 1 } } };

export const alerts: readonly AuditedRequest[] = [
  {
    route: 'alerts_create',
    request: [
      'POST',
      'alerts/',
      { name: 'Low', insight: '{insight}', subscribed_users: [], threshold },
    ],
    logged: ['AlertConfiguration', 'created'],
    makes: 'alert',
  },
  {
    route: 'alerts_partial_update',
    request: ['PATCH', 'alerts/{alert}/', { enabled: false }],
    logged: ['AlertConfiguration', 'updated'],
  },
  {
    route: 'alerts_destroy',
    request: ['DELETE', 'alerts/{alert}/'],
    logged: ['AlertConfiguration', 'deleted'],
  },
];
