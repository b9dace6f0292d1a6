import type { AuditedRequest } from './audited-request';

export const projects: readonly AuditedRequest[] = [
  {
    route: 'sample_data_create',
    request: ['POST', '/api/sample_data/', { events: 100 }],
    logged: ['Team', 'created'],
  },
  {
    route: 'projects_create',
    request: ['POST', '/api/projects/', { name: 'New' }],
    logged: ['Team', 'created'],
  },
  {
    route: 'organizations_projects_create',
    request: ['POST', '/api/organizations/@current/projects/', { name: 'Newer' }],
    logged: ['Team', 'created'],
    makes: 'newer',
  },
  {
    route: 'organizations_projects_partial_update',
    request: ['PATCH', '/api/organizations/@current/projects/{newer}/', { name: 'Newest' }],
    logged: ['Team', 'updated'],
  },
];
