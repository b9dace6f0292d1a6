import type { AuditedRequest } from './audited-request';

export const imports: readonly AuditedRequest[] = [
  {
    route: 'imports_create',
    request: [
      'POST',
      'imports/',
      { source: 'posthog', address: 'https://eu.posthog.com', project: '1', key: 'whispered' },
    ],
    logged: ['BatchImport', 'created'],
    makes: 'import',
  },
  {
    route: 'imports_cancel_create',
    request: ['POST', 'imports/{import}/cancel/', {}],
    logged: ['BatchImport', 'cancelled'],
  },
  {
    route: 'imports_file_create',
    request: ['POST', 'imports/file/'],
    logged: ['BatchImport', 'created'],
  },
];
