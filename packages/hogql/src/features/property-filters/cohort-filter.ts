import type { Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { FilterContext, PropertyFilter } from './filter';
import { numberOf, operatorOf, valuesOf } from './values';

const PERSON_FIELD = { event: 'person_id', person: 'id', session: 'person_id' } as const;
const NEGATIVE: ReadonlySet<string> = new Set(['not_in', 'is_not']);
const POSITIVE: ReadonlySet<string> = new Set(['in', 'exact']);

/** Whether the row's person is a member of a cohort, by the cohort's id, or of any of several. */
export function cohortFilterExpr(filter: PropertyFilter, context: FilterContext): Expr {
  const { scope, table, ast } = context;
  const operator = operatorOf(filter);
  if (scope === 'group' || (!NEGATIVE.has(operator) && !POSITIVE.has(operator))) {
    throw new HogQLError(
      'hogql_query_error',
      scope === 'group'
        ? 'Cohorts contain persons, not groups'
        : `The operator '${operator}' is none of a cohort filter: use in or not_in`,
    );
  }
  const members = valuesOf(filter).map((value) => {
    const id = numberOf(value);
    if (id === null || !Number.isInteger(id)) {
      throw new HogQLError('hogql_query_error', 'A cohort filter needs the id of a cohort');
    }
    return ast.compare('in cohort', ast.field(table, PERSON_FIELD[scope]), ast.constant(id));
  });
  const inAny = ast.or(members);
  // Both together are one negation, as in PostHog.
  return NEGATIVE.has(operator) || filter.negation === true ? ast.not(inAny) : inAny;
}
