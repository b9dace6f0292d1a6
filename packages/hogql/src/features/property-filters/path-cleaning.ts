import type { Expr } from '../../syntax/ast';
import type { AstBuilder } from '../../syntax/build';

/** A replacement in a path: an expression in RE2's syntax, and the text that replaces its matches. */
export interface PathCleaningRule {
  readonly regex: string;
  readonly alias: string;
}

/** A path after applying the rules in order. */
export function cleanedPath(path: Expr, rules: readonly PathCleaningRule[], ast: AstBuilder): Expr {
  return rules.reduce(
    (cleaned, { regex, alias }) =>
      ast.call('replaceRegexpAll', cleaned, ast.constant(regex), ast.constant(alias)),
    path,
  );
}
