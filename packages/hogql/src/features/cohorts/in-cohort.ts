import type { CompareOperation } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { Environment } from '../../lower/scope/environment';
import { toText } from '../../lower/operators/casts';
import { inSet } from '../../lower/operators/membership';
import { adviceOn } from '../../lower/scope/advice';
import type { Typed } from '../../lower/scope/typed';
import { typed } from '../../lower/scope/typed';
import { call, column, number } from '../../clickhouse-sql/build';
import type { SqlExpr, SqlScan } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { CohortEntry } from '../../catalogue/cohort-people';

/** The version of a cohort without members; stored versions begin at 1. */
const NOBODY = 0;

/**
 * `person_id IN COHORT 5` or `IN COHORT 'name'`: membership as last calculated
 * (`docs/wire/hogql.md#in-cohort`).
 */
export function lowerInCohort(
  node: CompareOperation,
  env: Environment,
  cohorts: readonly CohortEntry[],
): Typed {
  const cohort = findCohort(node, cohorts);
  const { right } = node;
  if (right.type === 'Constant') env.context.advise(adviceOn('cohort', right, cohort));
  const left = env.lower(node.left);
  const isUuid = left.type.kind === 'UUID';
  const members = membersOf(cohort, isUuid);
  const set = typed({ kind: 'subquery', query: members }, typeOf(isUuid ? 'UUID' : 'String'));
  return inSet(node.op === 'not in cohort', isUuid ? left : toText(left), set, {
    zone: env.context.zone,
    nullSafe: !env.inJoin,
  });
}

function findCohort({ right }: CompareOperation, cohorts: readonly CohortEntry[]): CohortEntry {
  const key = right.type === 'Constant' ? right.value : null;
  if (typeof key === 'number') {
    const cohort = cohorts.find(({ id }) => id === key);
    if (cohort !== undefined) return cohort;
    throw new HogQLError('hogql_query_error', `Could not find cohort with ID ${key}`, right);
  }
  if (typeof key !== 'string') {
    throw new HogQLError(
      'hogql_query_error',
      'cohort() takes exactly one string or integer argument',
      right,
    );
  }
  const [cohort, another] = cohorts.filter(({ name }) => name === key);
  if (another !== undefined) {
    throw new HogQLError('hogql_query_error', `Found multiple cohorts with name '${key}'`, right);
  }
  if (cohort !== undefined) return cohort;
  throw new HogQLError(
    'hogql_query_error',
    `Could not find a cohort with the name '${key}'`,
    right,
  );
}

function membersOf({ id, version }: CohortEntry, isUuid: boolean): SqlScan {
  const personId: SqlExpr = column('t', 'person_id');
  return {
    kind: 'scan',
    table: 'cohort_people',
    columns: [{ name: 'person_id', expr: isUuid ? personId : call('toString', personId) }],
    where: call(
      'and',
      call('equals', column('t', 'cohort_id'), number(id)),
      call('equals', column('t', 'version'), number(version ?? NOBODY)),
    ),
    latest: null,
    groupBy: [],
    first: null,
  };
}
