import type { AuditedRequest } from './audited-request';

export const insightVariables: readonly AuditedRequest[] = [
  {
    route: 'insight_variables_create',
    request: [
      'POST',
      'insight_variables/',
      { name: 'Country', type: 'String', default_value: 'DE' },
    ],
    logged: ['InsightVariable', 'created'],
    makes: 'variable',
  },
  {
    route: 'insight_variables_partial_update',
    request: ['PATCH', 'insight_variables/{variable}/', { default_value: 'FR' }],
    logged: ['InsightVariable', 'updated'],
  },
  {
    route: 'insight_variables_destroy',
    request: ['DELETE', 'insight_variables/{variable}/'],
    logged: ['InsightVariable', 'deleted'],
  },
];
