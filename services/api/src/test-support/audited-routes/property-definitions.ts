import type { AuditedRequest } from './audited-request';

export const propertyDefinitions: readonly AuditedRequest[] = [
  {
    route: 'property_definitions_partial_update',
    request: ['PATCH', 'property_definitions/{property}/', { description: 'which plan' }],
    logged: ['PropertyDefinition', 'updated'],
  },
  {
    route: 'property_definitions_destroy',
    request: ['DELETE', 'property_definitions/{property}/'],
    logged: ['PropertyDefinition', 'deleted'],
  },
];
