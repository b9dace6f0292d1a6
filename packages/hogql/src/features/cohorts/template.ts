import type { Expr, SelectQuery } from '../../syntax/ast';
import { mapTree } from '../../syntax/map-tree';
import { parseSelect } from '../../syntax/parser';

/**
 * Parses a statement and replaces each `{name}` by an expression.
 *
 * @throws Error for a name that is not among the parts, or text that is not a SELECT
 */
export function fillTemplate(text: string, parts: Readonly<Record<string, Expr>>): SelectQuery {
  const filled = mapTree(parseSelect(text), (node) => {
    if (node.type !== 'Placeholder') return null;
    const { expr } = node as unknown as { readonly expr: { readonly chain?: readonly unknown[] } };
    const part = parts[String(expr.chain?.join('.'))];
    if (part === undefined) throw new Error('the template names a missing part');
    return part;
  });
  if (filled.type !== 'SelectQuery') throw new Error('the template is not a SELECT');
  return filled;
}
