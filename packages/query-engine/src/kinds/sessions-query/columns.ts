import type { AstBuilder, Expr } from '@tidemark/hogql';
import { mapTree, parseExpr } from '@tidemark/hogql';
import { withoutLabel } from '../columns/column-text';
import { displayNameExpr } from '../columns/display-name';

/** How the cells of a column are shown. */
type SessionCell = 'value' | 'session' | 'display_name';

export interface SessionColumn {
  /** The name in the response: the alias, else the text from the client. */
  readonly name: string;
  /** The client's text without a label. */
  readonly text: string;
  readonly kind: SessionCell;
  readonly expr: Expr;
}

/** The parts of a `*` cell, in the order of its tuple. */
export const SESSION_FIELDS = [
  'session_id',
  'distinct_id',
  '$start_timestamp',
  '$end_timestamp',
  '$session_duration',
  '$entry_current_url',
  '$end_current_url',
  '$pageview_count',
  '$autocapture_count',
  '$screen_count',
  '$is_bounce',
] as const;

const SESSIONS = 'sessions';
/** The join that finds the person of a session's distinct id. */
const WHO = [SESSIONS, 'pdi'] as const;

/**
 * A column of `select`.
 *
 * @param names properties by which the project names persons
 * @throws HogQLError
 */
export function sessionColumn(
  input: string,
  names: readonly string[],
  ast: AstBuilder,
): SessionColumn {
  const text = withoutLabel(input);
  if (text === '*') {
    const fields = SESSION_FIELDS.map((field) => ast.field(SESSIONS, field));
    return { name: input, text, kind: 'session', expr: ast.call('tuple', ...fields) };
  }
  if (text === 'person_display_name') {
    const expr = ast.call(
      'tuple',
      personName(names, ast),
      ast.call('toString', ast.field(SESSIONS, 'person_id')),
      ast.field(SESSIONS, 'distinct_id'),
    );
    return { name: input, text, kind: 'display_name', expr };
  }
  const expr = sessionExpr(input);
  return { name: expr.type === 'Alias' ? expr.alias : input, text, kind: 'value', expr };
}

/** The expression that a column is sorted by. @throws HogQLError */
export function sessionOrder(column: string, names: readonly string[], ast: AstBuilder): Expr {
  if (column === 'person_display_name') return personName(names, ast);
  return column === '*' ? ast.field(SESSIONS, 'session_id') : sessionExpr(column);
}

/** Moves a condition on a person from a table to the person of the session. */
export function ofWho(expr: Expr, table: string): Expr {
  return mapTree(expr, (node) => {
    if (!isField(node) || node.chain[0] !== table) return null;
    return { ...node, chain: [...WHO, ...node.chain.slice(1)] };
  });
}

/** An expression of a client: `session.x` is a field of the session, `person.x` of its person. @throws HogQLError */
export function sessionExpr(input: string): Expr {
  return mapTree(parseExpr(input), (node) => {
    if (!isField(node)) return null;
    const [first, ...rest] = node.chain;
    if (first === 'session' && rest.length > 0) return { ...node, chain: [SESSIONS, ...rest] };
    return first === 'person' ? { ...node, chain: [...WHO, ...node.chain] } : null;
  });
}

function personName(names: readonly string[], ast: AstBuilder): Expr {
  const properties = [...WHO, 'person', 'properties'];
  return displayNameExpr(names, properties, ast.field(SESSIONS, 'distinct_id'), ast);
}

interface TreeNode {
  readonly type: string;
}

function isField(node: TreeNode): node is Expr & { type: 'Field' } {
  return node.type === 'Field';
}
