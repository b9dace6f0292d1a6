import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * The members of a cohort by version: each calculation writes its members with a new version number. Postgres contains
 * the version to read.
 */
const cohortPeople: TableDefinition = {
  name: 'cohort_people',
  columns: `
    team_id Int64,
    cohort_id Int64,
    version UInt64,
    person_id UUID`,
  engine: { family: 'ReplacingMergeTree', args: [] },
  layout: 'ORDER BY (team_id, cohort_id, version, person_id)',
  shardBy: 'sipHash64(team_id, person_id)',
};

export const cohortPeopleTable: Migration = {
  id: 6,
  name: 'cohort-people',
  statements: (topology) => createTable(cohortPeople, topology),
};
