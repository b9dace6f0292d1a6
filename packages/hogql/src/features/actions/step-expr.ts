import type { AstBuilder } from '../../syntax/build';
import type { Expr } from '../../syntax/ast';
import { anyTextExpr } from '../property-filters/element-filter';
import type { FilterContext } from '../property-filters/filter';
import { propertyFilterExpr } from '../property-filters/property-filter';
import { selectorExpr, tagExpr } from '../element-selectors/selector-expr';
import type { ActionStep, StringMatching } from './definition';

const AUTOCAPTURE = '$autocapture';

/** `contains` values are LIKE patterns by design: `%` and `_` in them are wildcards. */
function matching(
  value: Expr,
  mode: StringMatching,
  wanted: string,
  like: 'like' | 'ilike',
  ast: AstBuilder,
): Expr {
  switch (mode) {
    case 'exact':
      return ast.compare('==', value, ast.constant(wanted));
    case 'contains':
      return ast.compare(like, value, ast.constant(`%${wanted}%`));
    case 'regex':
      return ast.compare('=~', value, ast.constant(wanted));
  }
}

function present(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== '';
}

/** Conditions on the clicked elements: they count for autocaptured events only. */
function elementConditions(step: ActionStep, { table, ast }: FilterContext): Expr[] {
  if (step.event !== AUTOCAPTURE) return [];
  const conditions: Expr[] = [];
  if (present(step.selector)) conditions.push(selectorExpr(step.selector, table, ast));
  if (present(step.tag_name)) conditions.push(tagExpr(step.tag_name, table, ast));
  if (present(step.href)) {
    const href = ast.field(table, 'elements_chain_href');
    conditions.push(matching(href, step.href_matching ?? 'exact', step.href, 'ilike', ast));
  }
  if (present(step.text)) {
    const { text: wanted, text_matching: mode } = step;
    conditions.push(
      anyTextExpr(table, ast, (text) => matching(text, mode ?? 'exact', wanted, 'ilike', ast)),
    );
  }
  return conditions;
}

/**
 * One step as an expression over an events table: all its conditions hold (`docs/wire/actions-matching.md#steps-or`).
 * A step without conditions is true.
 */
export function stepExpr(step: ActionStep, context: FilterContext): Expr {
  const { table, ast } = context;
  const conditions: Expr[] = [];
  if (present(step.event)) {
    conditions.push(ast.compare('==', ast.field(table, 'event'), ast.constant(step.event)));
  }
  conditions.push(...elementConditions(step, context));
  if (present(step.url)) {
    const key = step.event === '$screen' ? '$screen_name' : '$current_url';
    const url = ast.field(table, 'properties', key);
    conditions.push(matching(url, step.url_matching ?? 'contains', step.url, 'like', ast));
  }
  for (const filter of step.properties ?? []) {
    conditions.push(propertyFilterExpr(filter, context));
  }
  return ast.and(conditions);
}
