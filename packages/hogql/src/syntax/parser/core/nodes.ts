import type { Call, Constant, Expr, Span } from '../../ast';

/** A call without parameters, DISTINCT or FILTER: the result of most shorthands of the language. */
export function plainCall(name: string, args: readonly Expr[], span: Span): Call {
  return { type: 'Call', name, args, params: null, distinct: false, filterExpr: null, ...span };
}

export function constant(value: Constant['value'], span: Span): Constant {
  return { type: 'Constant', value, start: span.start, end: span.end };
}
