import type { Expr } from '../../syntax/ast';
import type { AstBuilder } from '../../syntax/build';

/** What of a path is replaced by what: an expression in RE2's syntax, and the text in its place. */
export interface PathCleaningRule {
  readonly regex: string;
  readonly alias: string;
}

/** A path after the rules, one after the other. */
export function cleanedPath(path: Expr, rules: readonly PathCleaningRule[], ast: AstBuilder): Expr {
  return rules.reduce(
    (cleaned, { regex, alias }) =>
      ast.call('replaceRegexpAll', cleaned, ast.constant(regex), ast.constant(alias)),
    path,
  );
}
