import type { AuditedRequest } from './audited-request';

export const eventDefinitions: readonly AuditedRequest[] = [
  {
    route: 'event_definitions_create',
    request: ['POST', 'event_definitions/', { name: 'planned' }],
    told: ['EventDefinition', 'created'],
    makes: 'event',
  },
  {
    route: 'event_definitions_partial_update',
    request: ['PATCH', 'event_definitions/{event}/', { description: 'to come' }],
    told: ['EventDefinition', 'updated'],
  },
  {
    route: 'event_definitions_destroy',
    request: ['DELETE', 'event_definitions/{event}/'],
    told: ['EventDefinition', 'deleted'],
  },
];
