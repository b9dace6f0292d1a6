import type { CompareOp, ConstantValue, Expr, Field, Span } from './ast';

/** Builds syntax trees for expressions that the compiler itself adds; every node has the position `span`. */
export interface AstBuilder {
  constant(value: ConstantValue): Expr;
  field(...chain: (string | number)[]): Field;
  call(name: string, ...args: Expr[]): Expr;
  compare(op: CompareOp, left: Expr, right: Expr): Expr;
  and(exprs: readonly Expr[]): Expr;
  or(exprs: readonly Expr[]): Expr;
  not(expr: Expr): Expr;
  list(values: readonly ConstantValue[]): Expr;
}

export function astBuilder({ start, end }: Span): AstBuilder {
  const at = { start, end };
  const constant = (value: ConstantValue): Expr => ({ type: 'Constant', value, ...at });
  const joined = (type: 'And' | 'Or', exprs: readonly Expr[], empty: boolean): Expr => {
    const [only] = exprs;
    if (only === undefined) return constant(empty);
    return exprs.length === 1 ? only : { type, exprs, ...at };
  };
  return {
    constant,
    field: (...chain) => ({ type: 'Field', chain, ...at }),
    call: (name, ...args) => ({
      type: 'Call',
      name,
      args,
      params: null,
      distinct: false,
      filterExpr: null,
      ...at,
    }),
    compare: (op, left, right) => ({ type: 'CompareOperation', op, left, right, ...at }),
    and: (exprs) => joined('And', exprs, true),
    or: (exprs) => joined('Or', exprs, false),
    not: (expr) => ({ type: 'Not', expr, ...at }),
    list: (values) => ({ type: 'Tuple', exprs: values.map(constant), ...at }),
  };
}
