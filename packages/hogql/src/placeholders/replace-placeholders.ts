import type { Placeholder, Statement } from '../ast';
import { mapTree } from '../compile/map-tree';
import { HogQLError } from '../errors';
import { ValueBudget, valueExpr } from './value-expr';

function isPlaceholder(node: { readonly type: string }): node is Placeholder {
  return node.type === 'Placeholder';
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
  const budget = new ValueBudget();
  return mapTree(statement, (node) => {
    if (!isPlaceholder(node)) return null;
    const chain = node.expr.type === 'Field' ? node.expr.chain : null;
    const name = chain?.join('.') ?? '...';
    const value = chain === null ? undefined : lookUp(values, chain);
    if (value !== undefined) return valueExpr(value, name, node, budget);
    if (name === 'filters') {
      return { type: 'Constant', value: true, start: node.start, end: node.end } as const;
    }
    throw new HogQLError('hogql_query_error', `Unresolved placeholder: {${name}}`, node);
  });
}
