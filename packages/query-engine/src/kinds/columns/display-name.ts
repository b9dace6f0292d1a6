import type { AstBuilder, Expr } from '@tidemark/hogql';

/** What people are called by, the first that a person has (`wire/hogql.md` §12). */
const NAMES = ['email', 'Email', '$email', 'name', 'Name', 'username', 'Username', 'UserName'];

/** The name of a person: a property, else `fallback`. */
export function displayNameExpr(
  properties: readonly string[],
  fallback: Expr,
  ast: AstBuilder,
): Expr {
  const named = NAMES.map((name) => ast.call('toString', ast.field(...properties, name)));
  return ast.call('coalesce', ...named, fallback);
}
