export type { Cohort, CohortFields } from './cohort';
export { createCohortCalculations } from './cohort-calculations';
export type { CohortCalculations, CohortClaim, CohortReference } from './cohort-calculations';
export { createCohortRepository } from './cohort-repository';
export type { CohortListQuery, CohortRepository } from './cohort-repository';
export { createCohortPersons } from './cohort-persons';
export type { CohortPersons, ListedPerson } from './cohort-persons';
export { createStaticMembers } from './static-members';
export type { MemberIds, StaticMembers } from './static-members';
