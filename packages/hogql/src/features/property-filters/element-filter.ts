import type { AstBuilder } from '../../syntax/build';
import type { Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { comparePropertyExpr } from './compare-property';
import type { FilterContext, PropertyFilter } from './filter';
import { selectorExpr, tagExpr } from '../element-selectors/selector-expr';
import { positiveOf } from './positive';
import { operatorOf, valuesOf } from './values';

/** A condition on the clicked elements of an event of any name (`docs/wire/actions-matching.md#filter-element`). */
export function elementFilterExpr(filter: PropertyFilter, context: FilterContext): Expr {
  const { ast, table, scope } = context;
  if (scope !== 'event') {
    throw new HogQLError('hogql_query_error', 'Element filters apply to events only');
  }
  const compare = (property: Expr): Expr =>
    comparePropertyExpr(filter, property, { ...context, comparedAs: 'text' });
  switch (filter.key) {
    case 'selector':
      return anyOf(filter, ast, (text) => selectorExpr(text, table, ast));
    case 'tag_name':
      return anyOf(filter, ast, (text) => tagExpr(text, table, ast));
    case 'href':
      return compare(ast.field(table, 'elements_chain_href'));
    case 'text':
      return textExpr(filter, context);
    default:
      throw new HogQLError(
        'hogql_query_error',
        'The key of an element filter is selector, tag_name, text or href',
      );
  }
}

/** Whether a test holds for any text of the chain. */
export function anyTextExpr(table: string, ast: AstBuilder, test: (text: Expr) => Expr): Expr {
  const expr = test(ast.field('chain_text'));
  const { start, end } = expr;
  return ast.call(
    'arrayExists',
    { type: 'Lambda', args: ['chain_text'], expr, start, end },
    ast.field(table, 'elements_chain_texts'),
  );
}

function textExpr(filter: PropertyFilter, context: FilterContext): Expr {
  const { ast, table } = context;
  const { negated, positive } = positiveOf(filter);
  const fits = anyTextExpr(table, ast, (text) =>
    comparePropertyExpr(positive, text, { ...context, comparedAs: 'text' }),
  );
  return negated ? ast.not(fits) : fits;
}

function anyOf(filter: PropertyFilter, ast: AstBuilder, test: (text: string) => Expr): Expr {
  const operator = operatorOf(filter);
  if (operator !== 'exact' && operator !== 'is_not') {
    throw new HogQLError(
      'hogql_query_error',
      `An element filter on ${String(filter.key)} takes the operators exact and is_not only`,
    );
  }
  const values = valuesOf(filter);
  if (values.length === 0) return ast.constant(true);
  const matches = ast.or(values.map((value) => test(String(value))));
  return operator === 'is_not' ? ast.not(matches) : matches;
}
