import type { AstBuilder, Expr } from '@tidemark/hogql';

/**
 * What people are called by unless their project says, the first that a person has
 * (`docs/wire/query-kinds.md#display-name`).
 */
const NAMES = ['email', 'Email', '$email', 'name', 'Name', 'username', 'Username', 'UserName'];

/**
 * The name of a person: a property that is not empty, else `fallback`.
 *
 * @param chosen properties that the project names its people by; empty: the usual ones
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
