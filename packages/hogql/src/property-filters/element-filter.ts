import { parseSelector } from '@tidemark/domain';
import type { AstBuilder } from '../ast-build';
import type { Expr } from '../ast';
import { HogQLError } from '../errors';
import { comparePropertyExpr } from './compare-property';
import type { FilterContext, PropertyFilter } from './filter';
import { selectorPattern, tagPattern } from './selector-pattern';
import { operatorOf, valuesOf } from './values';

/** A condition on the clicked elements of an event, whatever its name (`wire/actions.md` §2.6). */
export function elementFilterExpr(filter: PropertyFilter, context: FilterContext): Expr {
  const { ast, table, scope } = context;
  if (scope !== 'event') {
    throw new HogQLError('hogql_query_error', 'Element filters apply to events only');
  }
  const compare = (property: Expr): Expr =>
    comparePropertyExpr(filter, property, { ...context, numeric: false });
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

/** Tags the events table keeps apart, in `elements_chain_elements`. */
const KEPT_TAGS: ReadonlySet<string> = new Set([
  'a',
  'button',
  'form',
  'input',
  'select',
  'textarea',
  'label',
]);

/** Whether any element of the chain has the tag. */
export function tagExpr(tag: string, table: string, ast: AstBuilder): Expr {
  return ast.and([...tagGuards([tag], table, ast), patternExpr(tagPattern(tag), table, ast)]);
}

/**
 * Whether any element fits a CSS selector; one that is not supported fits none. Ids and kept tags are looked
 * up first: a chain is searched only where they are, and a lone id needs no search.
 */
export function selectorExpr(selector: string, table: string, ast: AstBuilder): Expr {
  const compounds = parseSelector(selector);
  const pattern = selectorPattern(selector);
  if (compounds === null || pattern === null) return ast.constant(false);
  const ids = compounds.flatMap(({ attributes }) =>
    attributes.filter(([key]) => key === 'attr_id').map(([, id]) => id),
  );
  const inIds = ids.map((id) =>
    ast.call('has', ast.field(table, 'elements_chain_ids'), ast.constant(id)),
  );
  const [only] = compounds;
  const isLoneId =
    compounds.length === 1 &&
    only?.tag === null &&
    only.classes.length === 0 &&
    only.attributes.length === 1 &&
    ids.length === 1;
  if (isLoneId) return ast.and(inIds);
  const tags = compounds.map(({ tag }) => tag).filter((tag) => tag !== null);
  return ast.and([...inIds, ...tagGuards(tags, table, ast), patternExpr(pattern, table, ast)]);
}

function tagGuards(tags: readonly string[], table: string, ast: AstBuilder): Expr[] {
  return [...new Set(tags)]
    .filter((tag) => KEPT_TAGS.has(tag))
    .map((tag) => ast.call('has', ast.field(table, 'elements_chain_elements'), ast.constant(tag)));
}

function patternExpr(pattern: string, table: string, ast: AstBuilder): Expr {
  return ast.compare('=~', ast.field(table, 'elements_chain'), ast.constant(pattern));
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

/** The opposite of each negative operator: not one of several texts may fit. */
const OPPOSITE: Readonly<Record<string, string>> = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_regex: 'regex',
  not_in: 'in',
  is_not_set: 'is_set',
};

function textExpr(filter: PropertyFilter, context: FilterContext): Expr {
  const { ast, table } = context;
  const opposite = OPPOSITE[operatorOf(filter)];
  const positive = opposite === undefined ? filter : { ...filter, operator: opposite };
  const fits = anyTextExpr(table, ast, (text) =>
    comparePropertyExpr(positive, text, { ...context, numeric: false }),
  );
  return opposite === undefined ? fits : ast.not(fits);
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
