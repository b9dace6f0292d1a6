import { comparesEntries } from '@tidemark/domain';
import type { Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { parseExpr } from '../../syntax/parser';
import { cohortFilterExpr } from './cohort-filter';
import { comparePropertyExpr } from './compare-property';
import { distinctIdExpr, isOfDistinctIds } from './distinct-id-filter';
import { elementFilterExpr } from './element-filter';
import { exceptionListExpr } from './exception-lists';
import type { FilterContext, PropertyFilter } from './filter';
import { targetOf } from './targets';
import { hasEmptyList, operatorOf } from './values';

const COHORTS: ReadonlySet<string> = new Set([
  'cohort',
  'static-cohort',
  'dynamic-cohort',
  'precalculated-cohort',
]);
/** Operators that clients store as placeholders: they match everything. */
const NEUTRAL: ReadonlySet<string> = new Set(['empty', 'flag']);

/**
 * A property filter of any type as an expression over the rows of `context.table`
 * (`docs/wire/hogql.md#filter-types`). An incomplete filter, or one with an empty list of values, is true
 * (`docs/wire/insights.md#incomplete-filters`). A filter without meaning is rejected, where PostHog ignores it.
 *
 * @throws HogQLError for a filter that cannot be expressed
 */
export function propertyFilterExpr(filter: PropertyFilter, context: FilterContext): Expr {
  const { type: given } = filter;
  const { ast, scope } = context;
  const type =
    typeof given === 'string' ? given : (given ?? null) === null ? scope : JSON.stringify(given);
  if (NEUTRAL.has(type) || Object.keys(filter).length === 0) return ast.constant(true);
  if (type === 'hogql') return hogqlFilterExpr(filter);
  const needsTarget = !COHORTS.has(type) && type !== 'element';
  if (isUnfilled(filter)) {
    if (needsTarget) targetOf(filter, type, context);
    return ast.constant(true);
  }
  if (COHORTS.has(type)) return cohortFilterExpr(filter, context);
  if (!needsTarget) return elementFilterExpr(filter, context);
  const matches = matchesExpr(filter, type, context);
  return filter.negation === true ? ast.not(matches) : matches;
}

/** Whether the filter is incomplete: clients store filters without a value, or with an empty list. */
function isUnfilled(filter: PropertyFilter): boolean {
  const { value, operator } = filter;
  if ((value ?? null) !== null) return hasEmptyList(filter);
  return operator !== 'is_set' && operator !== 'is_not_set';
}

function matchesExpr(filter: PropertyFilter, type: string, context: FilterContext): Expr {
  if (isOfDistinctIds(filter, type, context)) return distinctIdExpr(filter, context);
  const { expr, comparedAs } = targetOf(filter, type, context);
  return comparesEntries(type, filter.key, operatorOf(filter))
    ? exceptionListExpr(filter, expr, context)
    : comparePropertyExpr(filter, expr, { ...context, comparedAs });
}

/** The key is the condition; a label after it is a comment. */
function hogqlFilterExpr({ key }: PropertyFilter): Expr {
  if (typeof key !== 'string' || key.trim() === '') {
    throw new HogQLError('hogql_query_error', 'A filter of type hogql needs an expression');
  }
  try {
    return parseExpr(key);
  } catch (error) {
    if (!(error instanceof HogQLError)) throw error;
    // Offsets in the filter would be wrong for the surrounding statement.
    throw new HogQLError(error.code, `In the filter '${key.slice(0, 100)}': ${error.message}`);
  }
}
