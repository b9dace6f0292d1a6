import type { AstBuilder, Expr } from '@tidemark/hogql';

/**
 * The default properties that name a person; the first one that a person has counts
 * (`docs/wire/query-kinds.md#display-name`).
 */
const NAMES = ['email', 'Email', '$email', 'name', 'Name', 'username', 'Username', 'UserName'];

/**
 * The name of a person: a property that is not empty, else `fallback`.
 *
 * @param chosen properties by which the project names persons; empty for the default ones
 */
export function displayNameExpr(
  chosen: readonly string[],
  properties: readonly string[],
  fallback: Expr,
  ast: AstBuilder,
): Expr {
  const keys = chosen.length > 0 ? chosen : NAMES;
  const named = keys.map((key) =>
    ast.call('nullIf', ast.call('toString', ast.field(...properties, key)), ast.constant('')),
  );
  return ast.call('coalesce', ...named, fallback);
}
