import type { AuditedRequest } from './audited-request';

export const hogFunctions: readonly AuditedRequest[] = [
  {
    route: 'hog_functions_create',
    request: [
      'POST',
      'hog_functions/',
      {
        name: 'Hook',
        template_id: 'template-webhook',
        inputs: { url: { value: 'https://receiver.example/' } },
      },
    ],
    logged: ['HogFunction', 'created'],
    makes: 'hog_function',
  },
  {
    route: 'hog_functions_partial_update',
    request: ['PATCH', 'hog_functions/{hog_function}/', { name: 'Renamed' }],
    logged: ['HogFunction', 'updated'],
  },
  {
    route: 'hog_functions_update',
    request: ['PUT', 'hog_functions/{hog_function}/', { name: 'Renamed again' }],
    logged: ['HogFunction', 'updated'],
  },
];
