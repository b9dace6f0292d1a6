import type { AstBuilder, Expr } from '@tidemark/hogql';
import { mapTree, parseExpr } from '@tidemark/hogql';
import { withoutLabel } from '../columns/column-text';
import type { ActorStrategy } from './strategy';

/** How the cells of a column are shown. */
export type ActorCell = 'value' | 'actor' | 'display_name';

export interface ActorColumn {
  /** The name on the wire: what the client wrote. */
  readonly name: string;
  /** The same without a label. */
  readonly text: string;
  readonly kind: ActorCell;
  readonly expr: Expr;
}

const ACTORS: ReadonlySet<string> = new Set(['person', 'group', 'actor']);

/** A column of `select`. @throws HogQLError */
export function actorColumn(input: string, strategy: ActorStrategy, ast: AstBuilder): ActorColumn {
  const text = withoutLabel(input);
  const id = ast.field(strategy.table, strategy.id);
  const column = (kind: ActorCell, expr: Expr): ActorColumn => ({ name: input, text, kind, expr });
  if (ACTORS.has(text)) return column('actor', id);
  switch (text) {
    case 'id':
      return column('value', id);
    case 'person.$delete':
    case 'group.$delete':
      return column('value', ast.constant(1));
    case 'matched_recordings':
      // Only insights know which events were meant.
      return column('value', parseExpr('[]'));
    case 'person_display_name':
    case 'group_name':
      return column(
        'display_name',
        ast.call('tuple', strategy.name(ast), ast.call('toString', id)),
      );
    default:
      return column('value', ownFields(parseExpr(input), strategy));
  }
}

/** What a column orders by. @throws HogQLError */
export function actorOrder(column: string, strategy: ActorStrategy, ast: AstBuilder): Expr {
  if (ACTORS.has(column) || column === 'person_display_name' || column === 'group_name') {
    return strategy.name(ast);
  }
  if (column === 'id') return ast.field(strategy.table, strategy.id);
  return ownFields(parseExpr(column), strategy);
}

interface TreeNode {
  readonly type: string;
}

/** Fields of actors under the name of their table: a source may have columns of the same names. */
export function ownFields(expr: Expr, { table, fields }: ActorStrategy): Expr {
  return mapTree(expr, (node) => {
    if (!isField(node)) return null;
    const [first, ...rest] = node.chain;
    if (ACTORS.has(String(first)) && rest.length > 0) return { ...node, chain: [table, ...rest] };
    return fields.has(String(first)) ? { ...node, chain: [table, ...node.chain] } : null;
  });
}

function isField(node: TreeNode): node is Expr & { type: 'Field' } {
  return node.type === 'Field';
}
