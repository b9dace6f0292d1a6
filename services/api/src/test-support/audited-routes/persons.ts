import type { AuditedRequest } from './audited-request';

export const persons: readonly AuditedRequest[] = [
  {
    route: 'persons_partial_update',
    request: ['PATCH', 'persons/{ann}/', { properties: { plan: 'whispered' } }],
    told: ['Person', 'updated'],
  },
  {
    route: 'persons_update_property',
    request: ['POST', 'persons/{ann}/update_property/', { key: 'town', value: 'whispered' }],
    told: ['Person', 'updated'],
  },
  {
    route: 'persons_delete_property',
    request: ['POST', 'persons/{ann}/delete_property/', { $unset: 'town' }],
    told: ['Person', 'updated'],
  },
  {
    route: 'persons_split',
    request: ['POST', 'persons/{ann}/split/', {}],
    told: ['Person', 'split_person'],
  },
  {
    route: 'persons_delete_events',
    request: ['POST', 'persons/{ann}/delete_events/'],
    told: ['Person', 'updated'],
  },
  { route: 'persons_destroy', request: ['DELETE', 'persons/{ann}/'], told: ['Person', 'deleted'] },
  {
    route: 'persons_bulk_delete',
    request: ['POST', 'persons/bulk_delete/', { ids: ['{bob}'] }],
    told: ['Person', 'deleted'],
  },
];
