import type { Expr, Span } from '../ast';
import { HogQLError } from '../errors';

/** A JSON value as literals: arrays become arrays, objects are refused. */
export function valueExpr(value: unknown, name: string, at: Span): Expr {
  const span = { start: at.start, end: at.end };
  if (value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
    return { type: 'Constant', value: value as string | number | boolean | bigint | null, ...span };
  }
  if (Array.isArray(value)) {
    return {
      type: 'Array',
      exprs: value.map((item: unknown) => valueExpr(item, name, at)),
      ...span,
    };
  }
  throw new HogQLError(
    'hogql_query_error',
    `The value of placeholder {${name}} must be text, a number, a boolean, null or a list`,
    at,
  );
}
