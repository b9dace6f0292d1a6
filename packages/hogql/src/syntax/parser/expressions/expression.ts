import type { Expr } from '../../ast';
import { infixRule } from './infix';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';
import { primary } from './primary';

/**
 * Precedence climbing: an operand, then operators that bind at least as tightly as `minPower`. Left operands need no
 * recursion, so long chains cost no stack; but each operator makes the tree one level higher.
 */
export function expression(parser: Parser, minPower: number): Expr {
  const { start } = parser;
  let left = primary(parser);
  let hasAlias = false;
  let height = 0;
  for (;;) {
    const rule = infixRule(parser);
    if (rule === undefined || rule.power < minPower) return left;
    // `a as b + c` is rejected by the language; only AND, OR, `?` and a further AS may follow an alias.
    if (hasAlias && rule.power > Power.And) return left;
    parser.link();
    height++;
    if (height > parser.limits.maxDepth) parser.tooDeep();
    left = rule.build(parser, left, start);
    hasAlias = rule.power === Power.Alias;
  }
}
