import type { Expr, Placeholder, RatioExpr, SampleExpr, Statement } from '../syntax/ast';
import { mapTree } from '../syntax/map-tree';
import { HogQLError } from '../syntax/errors';
import { placeholderOutcome } from './placeholder-expr';
import { ValueBudget, valueExpr } from './value-expr';

function isPlaceholder(node: { readonly type: string }): node is Placeholder {
  return node.type === 'Placeholder';
}

function isSample(node: { readonly type: string }): node is SampleExpr {
  return node.type === 'SampleExpr';
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
 * Replaces `{name}` placeholders by values, and `{expressions}` by their results. `{filters}` without filters is
 * true, as in PostHog; any other unknown placeholder is an error that names it.
 */
export function replacePlaceholders(
  statement: Statement,
  values: Readonly<Record<string, unknown>>,
): Statement {
  const budget = new ValueBudget();
  const names = (chain: readonly (string | number)[]): unknown => lookUp(values, chain);
  const inside = <T>(root: T): T =>
    mapTree(root, (node) => {
      if (isSample(node)) return sampled(node, filled);
      return isPlaceholder(node) ? filled(node) : null;
    });
  const filled = (node: Placeholder): Expr => {
    if (node.expr.type !== 'Field') {
      const outcome = placeholderOutcome(node, names);
      return 'sql' in outcome ? inside(outcome.sql) : valueExpr(outcome.value, '...', node, budget);
    }
    const name = node.expr.chain.join('.');
    const value = names(node.expr.chain);
    if (value !== undefined) return valueExpr(value, name, node, budget);
    if (name === 'filters') {
      return { type: 'Constant', value: true, start: node.start, end: node.end };
    }
    throw new HogQLError('hogql_query_error', `Unresolved placeholder: {${name}}`, node);
  };
  return inside(statement);
}

/** `SAMPLE {ratio}`: the placeholder must be a number, not an expression. */
function sampled(node: SampleExpr, filled: (placeholder: Placeholder) => Expr): SampleExpr {
  const ratio = (given: SampleExpr['ratio']): RatioExpr => {
    if (given.type === 'RatioExpr') return given;
    const left = filled(given);
    const span = { start: given.start, end: given.end };
    if (left.type === 'Constant') return { type: 'RatioExpr', left, right: null, ...span };
    throw new HogQLError('hogql_query_error', 'A sampling ratio must be between 0 and 1', given);
  };
  return {
    ...node,
    ratio: ratio(node.ratio),
    offset: node.offset === null ? null : ratio(node.offset),
  };
}
