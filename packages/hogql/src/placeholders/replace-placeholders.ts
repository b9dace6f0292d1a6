import type { Expr, Placeholder, Span, Statement } from '../ast';
import { mapTree } from '../compile/map-tree';
import { HogQLError } from '../errors';

function isPlaceholder(node: { readonly type: string }): node is Placeholder {
  return node.type === 'Placeholder';
}

/** A JSON value as literals: arrays become arrays, objects are refused. */
function valueExpr(value: unknown, name: string, at: Span): Expr {
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

function lookUp(
  values: Readonly<Record<string, unknown>>,
  chain: readonly (string | number)[],
): unknown {
  return chain.reduce<unknown>(
    (current, step) =>
      typeof current === 'object' && current !== null && Object.hasOwn(current, step)
        ? (current as Record<string, unknown>)[step]
        : undefined,
    values,
  );
}

/**
 * Puts values in the place of `{name}` placeholders. `{filters}` without filters is true, as in the
 * original; any other unknown placeholder is an error that names it.
 */
export function replacePlaceholders(
  statement: Statement,
  values: Readonly<Record<string, unknown>>,
): Statement {
  return mapTree(statement, (node) => {
    if (!isPlaceholder(node)) return null;
    const chain = node.expr.type === 'Field' ? node.expr.chain : null;
    const name = chain?.join('.') ?? '...';
    const value = chain === null ? undefined : lookUp(values, chain);
    if (value !== undefined) return valueExpr(value, name, node);
    if (name === 'filters') {
      return { type: 'Constant', value: true, start: node.start, end: node.end } as const;
    }
    throw new HogQLError('hogql_query_error', `Unresolved placeholder: {${name}}`, node);
  });
}
