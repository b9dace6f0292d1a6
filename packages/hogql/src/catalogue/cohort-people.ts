import { call, column, number } from '../clickhouse-sql/build';
import type { SqlExpr } from '../clickhouse-sql/nodes';
import { typeOf } from '../types/value-type';
import type { Fields, TableDefinition } from './definitions/table-definition';
import { field } from './definitions/fields';
import { persons } from './persons/persons';

/** The fields of a live cohort that statements depend on. */
export interface CohortEntry {
  readonly id: number;
  readonly name: string | null;
  readonly isStatic: boolean;
  /** Version of the membership to read; null before the first calculation, when the cohort has no members. */
  readonly version: number | null;
}

const FIELDS: Fields = {
  person_id: field('person_id', 'UUID'),
  cohort_id: field('cohort_id', 'Integer'),
  team_id: field('team_id', 'Integer', true),
  person: { kind: 'join', table: persons, left: ['person_id'], right: 'id', hidden: true },
};

/** All stored versions, including those that are outdated or not yet complete. */
const rawCohortPeople: TableDefinition = {
  name: 'raw_cohort_people',
  physical: 'cohort_people',
  fields: {
    ...FIELDS,
    // No row cancels another: PostHog's sign is always 1 here.
    sign: {
      kind: 'computed',
      reads: [['version']],
      type: typeOf('Integer'),
      build: () => number(1),
    },
    version: field('version', 'Integer'),
  },
  latest: null,
};

/** The tables of cohort members: of dynamic cohorts, of static cohorts, and with all versions. */
export function cohortTables(cohorts: readonly CohortEntry[]): readonly TableDefinition[] {
  const current = (name: string, isStatic: boolean): TableDefinition => ({
    name,
    physical: 'cohort_people',
    fields: FIELDS,
    latest: null,
    only: isOneOf(cohorts.filter((cohort) => cohort.isStatic === isStatic)),
  });
  return [current('cohort_people', false), current('static_cohort_people', true), rawCohortPeople];
}

/** A condition for rows of the current version of one of these cohorts. */
function isOneOf(cohorts: readonly CohortEntry[]): SqlExpr {
  const pairs = cohorts.flatMap(({ id, version }) =>
    version === null ? [] : [call('tuple', number(id), number(version))],
  );
  if (pairs.length === 0) return number(0);
  const pair = call('tuple', column('t', 'cohort_id'), column('t', 'version'));
  return call('in', pair, call('tuple', ...pairs));
}
