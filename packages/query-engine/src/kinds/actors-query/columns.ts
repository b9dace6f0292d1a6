import type { AstBuilder, Expr } from '@tidemark/hogql';
import { mapTree, parseExpr } from '@tidemark/hogql';
import { withoutLabel } from '../columns/column-text';
import type { ActorStrategy } from './strategy';

/** How the cells of a column are shown. */
export type ActorCell = 'value' | 'actor' | 'display_name' | 'recordings';

export interface ActorColumn {
  /** The name in the response: the text from the client. */
  readonly name: string;
  /** The client's text without a label. */
  readonly text: string;
  readonly kind: ActorCell;
  readonly expr: Expr;
}

/** The meaning of names in a statement about actors. */
export interface ActorNames {
  readonly strategy: ActorStrategy;
  /** Properties by which the project names persons; empty for the default ones. */
  readonly persons: readonly string[];
  /** The field with the id of an actor. */
  readonly id: readonly [string, string];
  /** Columns that only the source has; null if they keep their own names. */
  readonly source: { readonly name: string; readonly columns: ReadonlySet<string> } | null;
}

const ACTORS: ReadonlySet<string> = new Set(['person', 'group', 'actor']);

/** A column of `select`. @throws HogQLError */
export function actorColumn(input: string, names: ActorNames, ast: AstBuilder): ActorColumn {
  const text = withoutLabel(input);
  const { strategy } = names;
  const id = ast.field(...names.id);
  const column = (kind: ActorCell, expr: Expr): ActorColumn => ({ name: input, text, kind, expr });
  if (ACTORS.has(text)) return column('actor', id);
  switch (text) {
    case 'id':
      return column('value', id);
    case 'person.$delete':
    case 'group.$delete':
      return column('value', ast.constant(1));
    case 'matched_recordings':
      return column('recordings', ast.call('toString', id));
    case 'person_display_name':
    case 'group_name':
      return column(
        'display_name',
        ast.call('tuple', strategy.name(ast, names.persons), ast.call('toString', id)),
      );
    default:
      return column('value', ownFields(parseExpr(input), names));
  }
}

/** The expression that a column is sorted by. @throws HogQLError */
export function actorOrder(column: string, names: ActorNames, ast: AstBuilder): Expr {
  if (ACTORS.has(column) || column === 'person_display_name' || column === 'group_name') {
    return names.strategy.name(ast, names.persons);
  }
  if (column === 'id') return ast.field(...names.id);
  return ownFields(parseExpr(column), names);
}

interface TreeNode {
  readonly type: string;
}

/** Qualifies fields of actors with their table: a source may have columns of the same names. */
function ownFields(expr: Expr, { strategy: { table, fields }, source }: ActorNames): Expr {
  return mapTree(expr, (node) => {
    if (!isField(node)) return null;
    const [first, ...rest] = node.chain;
    if (ACTORS.has(String(first)) && rest.length > 0) return { ...node, chain: [table, ...rest] };
    if (source?.columns.has(String(first)) === true) {
      return { ...node, chain: [source.name, ...node.chain] };
    }
    return fields.has(String(first)) ? { ...node, chain: [table, ...node.chain] } : null;
  });
}

function isField(node: TreeNode): node is Expr & { type: 'Field' } {
  return node.type === 'Field';
}
