import type { AuditedRequest } from './audited-request';

export const subscriptions: readonly AuditedRequest[] = [
  {
    route: 'subscriptions_create',
    request: [
      'POST',
      'subscriptions/',
      {
        title: 'Every morning',
        insight: '{insight}',
        target_type: 'email',
        target_value: 'ann@example.com',
        frequency: 'daily',
        start_date: '2026-01-01T09:00:00Z',
      },
    ],
    logged: ['Subscription', 'created'],
    makes: 'subscription',
  },
  {
    route: 'subscriptions_partial_update',
    request: ['PATCH', 'subscriptions/{subscription}/', { enabled: false }],
    logged: ['Subscription', 'updated'],
  },
];
