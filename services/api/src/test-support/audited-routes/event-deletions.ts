import type { AuditedRequest } from './audited-request';

export const eventDeletions: readonly AuditedRequest[] = [
  {
    route: 'event_deletions_create',
    request: ['POST', 'event_deletions/', { events: ['never sent'] }],
    logged: ['EventDeletion', 'created'],
    makes: 'deletion',
  },
  {
    route: 'event_deletions_confirm_create',
    request: ['POST', 'event_deletions/{deletion}/confirm/', { count: 0 }],
    logged: ['EventDeletion', 'confirmed'],
  },
  {
    route: 'event_deletions_cancel_create',
    request: ['POST', 'event_deletions/{deletion}/cancel/'],
    logged: ['EventDeletion', 'cancelled'],
  },
];
