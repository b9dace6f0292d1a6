import type { AuditedRequest } from './audited-request';

export const persons: readonly AuditedRequest[] = [
  {
    route: 'persons_partial_update',
    request: ['PATCH', 'persons/{ann}/', { properties: { plan: 'whispered' } }],
    logged: ['Person', 'updated'],
  },
  {
    route: 'persons_update_property',
    request: ['POST', 'persons/{ann}/update_property/', { key: 'town', value: 'whispered' }],
    logged: ['Person', 'updated'],
  },
  {
    route: 'persons_delete_property',
    request: ['POST', 'persons/{ann}/delete_property/', { $unset: 'town' }],
    logged: ['Person', 'updated'],
  },
  {
    route: 'persons_split',
    request: ['POST', 'persons/{ann}/split/', {}],
    logged: ['Person', 'split_person'],
  },
  {
    route: 'persons_delete_events',
    request: ['POST', 'persons/{ann}/delete_events/'],
    logged: ['Person', 'updated'],
  },
  {
    route: 'persons_destroy',
    request: ['DELETE', 'persons/{ann}/'],
    logged: ['Person', 'deleted'],
  },
  {
    route: 'persons_bulk_delete',
    request: ['POST', 'persons/bulk_delete/', { ids: ['{bob}'] }],
    logged: ['Person', 'deleted'],
  },
];
