import type { AuditedRequest } from './audited-request';

export const annotations: readonly AuditedRequest[] = [
  {
    route: 'annotations_create',
    request: [
      'POST',
      'annotations/',
      { content: 'Launch', scope: 'project', date_marker: '2026-01-01T00:00:00Z' },
    ],
    logged: ['Annotation', 'created'],
    makes: 'annotation',
  },
  {
    route: 'annotations_partial_update',
    request: ['PATCH', 'annotations/{annotation}/', { content: 'Relaunch' }],
    logged: ['Annotation', 'updated'],
  },
];
