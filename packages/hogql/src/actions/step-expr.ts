import type { AstBuilder } from '../ast-build';
import type { Expr } from '../ast';
import { HogQLError } from '../errors';
import type { ActionStep, StringMatching } from './definition';
import { propertyFilterExpr } from './property-filter';

const AUTOCAPTURE = '$autocapture';

/** `contains` values are LIKE patterns on purpose: `%` and `_` in them are wildcards. */
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
function elementConditions(step: ActionStep, table: string, ast: AstBuilder): Expr[] {
  if (step.event !== AUTOCAPTURE) return [];
  if (present(step.selector)) {
    throw new HogQLError(
      'hogql_not_implemented',
      'Actions with a CSS selector are not supported in SQL yet',
    );
  }
  const conditions: Expr[] = [];
  if (present(step.tag_name)) {
    const pattern = `(^|;)${step.tag_name}(\\.|$|;|:)`;
    conditions.push(ast.compare('=~', ast.field(table, 'elements_chain'), ast.constant(pattern)));
  }
  if (present(step.href)) {
    const href = ast.field(table, 'elements_chain_href');
    conditions.push(matching(href, step.href_matching ?? 'exact', step.href, 'ilike', ast));
  }
  if (present(step.text)) {
    const test = matching(
      ast.field('chain_text'),
      step.text_matching ?? 'exact',
      step.text,
      'ilike',
      ast,
    );
    const { start, end } = test;
    conditions.push(
      ast.call(
        'arrayExists',
        { type: 'Lambda', args: ['chain_text'], expr: test, start, end },
        ast.field(table, 'elements_chain_texts'),
      ),
    );
  }
  return conditions;
}

/**
 * One step as an expression over the events table `table`: all its conditions hold
 * (wire document actions §2.1). A step without conditions is true.
 */
export function stepExpr(step: ActionStep, table: string, ast: AstBuilder): Expr {
  const conditions: Expr[] = [];
  if (present(step.event)) {
    conditions.push(ast.compare('==', ast.field(table, 'event'), ast.constant(step.event)));
  }
  conditions.push(...elementConditions(step, table, ast));
  if (present(step.url)) {
    const key = step.event === '$screen' ? '$screen_name' : '$current_url';
    const url = ast.field(table, 'properties', key);
    conditions.push(matching(url, step.url_matching ?? 'contains', step.url, 'like', ast));
  }
  for (const filter of step.properties ?? []) {
    conditions.push(propertyFilterExpr(filter, table, ast));
  }
  return ast.and(conditions);
}
