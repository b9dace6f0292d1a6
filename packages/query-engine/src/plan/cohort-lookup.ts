import type { Database } from '@tidemark/postgres';
import { createCohortRepository } from '@tidemark/postgres';
import type { CohortLookup } from './hogql-query';

/** Cohorts as the compiler wants them, read from the project's definitions at every statement. */
export function createCohortLookup(database: Database): CohortLookup {
  const cohorts = createCohortRepository(database);
  return (projectId) => cohorts.listLive(projectId);
}
