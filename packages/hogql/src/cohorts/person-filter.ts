import type { CohortPersonFilter, CohortPersonMetadataFilter } from '@tidemark/contracts';
import { comparePropertyExpr } from '../actions/property-filter';
import type { AstBuilder } from '../ast-build';
import type { CompareOp, Expr } from '../ast';
import { HogQLError } from '../errors';
import { momentOf } from './time-window';

const DATE_COMPARISONS: Readonly<Record<string, CompareOp>> = {
  is_date_exact: '==',
  is_date_before: '<',
  is_date_after: '>',
};

/** A property, or a column, of a person as a condition on `persons`. */
export function personFilterExpr(
  filter: CohortPersonFilter | CohortPersonMetadataFilter,
  now: Date,
  ast: AstBuilder,
): Expr {
  const path = filter.type === 'person' ? ['properties', filter.key] : [filter.key];
  const property = ast.field('persons', ...path);
  const comparison = DATE_COMPARISONS[filter.operator ?? ''];
  const matches =
    comparison === undefined
      ? comparePropertyExpr(filter, property, ast)
      : dateExpr(filter.value, comparison, property, now, ast);
  return filter.negation ? ast.not(matches) : matches;
}

function dateExpr(value: unknown, op: CompareOp, property: Expr, now: Date, ast: AstBuilder): Expr {
  const moment = typeof value === 'string' ? momentOf(value, now) : null;
  if (moment === null) {
    throw new HogQLError(
      'hogql_query_error',
      'A date filter needs a date such as -7d or 2024-01-15',
    );
  }
  const known = ast.compare('!=', ast.call('toDateTime', property), ast.constant(null));
  return ast.and([
    known,
    ast.compare(op, ast.call('toDateTime', property), momentExpr(moment, ast)),
  ]);
}

/** A moment as an expression. */
export function momentExpr(moment: Date, ast: AstBuilder): Expr {
  return ast.call('toDateTime', ast.constant(moment.toISOString()));
}
