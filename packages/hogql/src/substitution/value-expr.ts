import type { Expr, Span } from '../syntax/ast';
import { HogQLError } from '../syntax/errors';
import { DEFAULT_PARSE_LIMITS } from '../syntax/parser';

/** The number of literals that the values of one statement may become: as many as a written statement may have. */
export class ValueBudget {
  private left = DEFAULT_PARSE_LIMITS.maxNodes;

  take(name: string, at: Span): void {
    this.left -= 1;
    if (this.left >= 0) return;
    throw new HogQLError(
      'hogql_query_error',
      `The values of placeholders have too many items (at {${name}})`,
      at,
    );
  }
}

/** A JSON value as literals: arrays become arrays, objects are rejected. */
export function valueExpr(
  value: unknown,
  name: string,
  at: Span,
  budget = new ValueBudget(),
): Expr {
  const span = { start: at.start, end: at.end };
  budget.take(name, at);
  if (value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
    return { type: 'Constant', value: value as string | number | boolean | bigint | null, ...span };
  }
  if (Array.isArray(value)) {
    return {
      type: 'Array',
      exprs: value.map((item: unknown) => valueExpr(item, name, at, budget)),
      ...span,
    };
  }
  throw new HogQLError(
    'hogql_query_error',
    `The value of placeholder {${name}} must be text, a number, a boolean, null or a list`,
    at,
  );
}
