import type { CompareOperation } from '../ast';
import { HogQLError } from '../errors';
import type { Environment } from '../lower/environment';
import { toText } from '../lower/casts';
import { inSet } from '../lower/membership';
import { adviceOn } from '../resolve/advice';
import type { Typed } from '../lower/typed';
import { typed } from '../lower/typed';
import { call, column, number } from '../sql/build';
import type { SqlExpr, SqlScan } from '../sql/nodes';
import { typeOf } from '../types/value-type';
import type { CohortEntry } from './cohort-entry';

/** Versions of memberships begin at 1. */
const NOBODY = 0;

/**
 * `person_id IN COHORT 5` or `IN COHORT 'name'`: membership as last calculated
 * (wire document hogql, "IN COHORT").
 */
export function lowerInCohort(node: CompareOperation, env: Environment): Typed {
  const cohort = findCohort(node, env.context.compile.cohorts ?? []);
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
