import type { AuditedRequest } from './audited-request';

export const eventDefinitions: readonly AuditedRequest[] = [
  {
    route: 'event_definitions_create',
    request: ['POST', 'event_definitions/', { name: 'planned' }],
    logged: ['EventDefinition', 'created'],
    makes: 'event',
  },
  {
    route: 'event_definitions_partial_update',
    request: ['PATCH', 'event_definitions/{event}/', { description: 'to come' }],
    logged: ['EventDefinition', 'updated'],
  },
  {
    route: 'event_definitions_bulk_update_tags_create',
    request: [
      'POST',
      'event_definitions/bulk_update_tags/',
      { ids: ['{event}'], action: 'add', tags: ['money'] },
    ],
    logged: ['EventDefinition', 'updated'],
  },
  {
    route: 'event_definitions_bulk_update_verified_create',
    request: [
      'POST',
      'event_definitions/bulk_update_verified/',
      { ids: ['{event}'], verified: true },
    ],
    logged: ['EventDefinition', 'updated'],
  },
  {
    route: 'event_definitions_destroy',
    request: ['DELETE', 'event_definitions/{event}/'],
    logged: ['EventDefinition', 'deleted'],
  },
];
