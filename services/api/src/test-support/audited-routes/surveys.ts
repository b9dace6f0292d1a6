import type { AuditedRequest } from './audited-request';

export const surveys: readonly AuditedRequest[] = [
  {
    route: 'surveys_create',
    request: [
      'POST',
      'surveys/',
      { name: 'NPS', type: 'popover', questions: [{ type: 'open', question: 'Well?' }] },
    ],
    logged: ['Survey', 'created'],
    makes: 'survey',
  },
  {
    route: 'surveys_partial_update',
    request: ['PATCH', 'surveys/{survey}/', { name: 'Score' }],
    logged: ['Survey', 'updated'],
  },
  {
    route: 'surveys_destroy',
    request: ['DELETE', 'surveys/{survey}/'],
    logged: ['Survey', 'deleted'],
  },
];
