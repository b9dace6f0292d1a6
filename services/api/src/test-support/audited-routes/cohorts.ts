import type { AuditedRequest } from './audited-request';

export const cohorts: readonly AuditedRequest[] = [
  {
    route: 'cohorts_create',
    request: ['POST', 'cohorts/', { name: 'Some', is_static: true }],
    logged: ['Cohort', 'created'],
    makes: 'cohort',
  },
  {
    route: 'cohorts_partial_update',
    request: ['PATCH', 'cohorts/{cohort}/', { name: 'Few' }],
    logged: ['Cohort', 'updated'],
  },
  {
    route: 'cohorts_add_persons_to_static_cohort',
    request: ['PATCH', 'cohorts/{cohort}/add_persons_to_static_cohort/', { person_ids: ['{ann}'] }],
    logged: ['Cohort', 'persons_added_manually'],
  },
  {
    route: 'cohorts_remove_person_from_static_cohort',
    request: [
      'PATCH',
      'cohorts/{cohort}/remove_person_from_static_cohort/',
      { person_id: '{ann}' },
    ],
    logged: ['Cohort', 'person_removed_manually'],
  },
];
