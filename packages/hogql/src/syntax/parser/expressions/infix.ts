import type { ArithmeticOp, CompareOp, Expr } from '../../ast';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';
import { aliasOf } from './aliases';
import { comparison, conjunction, concatenation, nullish, ternary } from './infix-builders';
import { between, isDistinctFrom, isNull, isSame } from './predicates';
import { atPercentSign } from './percent';
import { access, castSuffix, callOfExpression, nullSafeAccess, property } from './postfix';
import type { TokenKind } from '../../lexer/token-kinds';

/** An operator that continues the expression on its left. `build` starts at the operator's token. */
export interface InfixRule {
  readonly power: number;
  readonly build: (parser: Parser, left: Expr, start: number) => Expr;
}

const COMPARISONS: readonly (readonly [TokenKind, CompareOp])[] = [
  ['==', '=='],
  ['!=', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['LIKE', 'like'],
  ['ILIKE', 'ilike'],
  ['IN', 'in'],
  ['=~', '=~'],
  ['!~', '!~'],
  ['=~*', '=~*'],
  ['!~*', '!~*'],
];

const ARITHMETIC: readonly (readonly [ArithmeticOp, number])[] = [
  ['+', Power.Add],
  ['-', Power.Add],
  ['*', Power.Multiply],
  ['/', Power.Multiply],
  ['%', Power.Multiply],
];

const RULES: ReadonlyMap<TokenKind, InfixRule> = new Map<TokenKind, InfixRule>([
  ['AS', { power: Power.Alias, build: aliasOf }],
  [':=', { power: Power.Alias, build: (parser) => parser.unsupported('A named argument (:=)') }],
  ['?', { power: Power.Ternary, build: ternary }],
  ['OR', { power: Power.Or, build: conjunction('Or') }],
  ['AND', { power: Power.And, build: conjunction('And') }],
  ['BETWEEN', { power: Power.Between, build: between }],
  ['<=>', { power: Power.IsDistinct, build: isSame }],
  ['??', { power: Power.Nullish, build: nullish }],
  ['||', { power: Power.Add, build: concatenation }],
  ['[', { power: Power.Postfix, build: access }],
  ['.', { power: Power.Postfix, build: property }],
  ['?.', { power: Power.Postfix, build: nullSafeAccess }],
  ['::', { power: Power.Postfix, build: castSuffix }],
  ['(', { power: Power.Postfix, build: callOfExpression }],
  ...COMPARISONS.map(([kind, op]): [TokenKind, InfixRule] => [
    kind,
    { power: Power.Compare, build: comparison(op, false) },
  ]),
  ...ARITHMETIC.map(([op, power]): [TokenKind, InfixRule] => [
    op,
    { power, build: (parser, left, start) => arithmetic(parser, left, start, op, power) },
  ]),
]);

/** The operator after NOT: `a NOT IN b`. */
const NEGATED_RULES: ReadonlyMap<TokenKind, InfixRule> = new Map<TokenKind, InfixRule>([
  ['BETWEEN', { power: Power.Between, build: between }],
  ['IN', { power: Power.Compare, build: comparison('in', true) }],
  ['LIKE', { power: Power.Compare, build: comparison('like', true) }],
  ['ILIKE', { power: Power.Compare, build: comparison('ilike', true) }],
]);

const IS_NULL: InfixRule = { power: Power.IsNull, build: isNull };
const IS_DISTINCT: InfixRule = { power: Power.IsDistinct, build: isDistinctFrom };

const IGNORE_NULLS: InfixRule = {
  power: Power.Compare,
  build: (parser) => parser.unsupported('IGNORE NULLS'),
};

/** The rule for the operator at the current token, if there is one. */
export function infixRule(parser: Parser): InfixRule | undefined {
  const { kind } = parser;
  if (kind === '%' && atPercentSign(parser)) return undefined;
  const rule = RULES.get(kind);
  if (rule !== undefined) return rule;
  if (kind === 'NOT') return NEGATED_RULES.get(parser.peek(1));
  if (kind === 'IS') {
    const test = parser.peek(1) === 'NOT' ? parser.peek(2) : parser.peek(1);
    return test === 'DISTINCT' ? IS_DISTINCT : IS_NULL;
  }
  // Before `)`, IGNORE NULLS belongs to the surrounding call.
  if (kind === 'IGNORE' && parser.peek(1) === 'NULLS' && parser.peek(2) !== ')')
    return IGNORE_NULLS;
  return undefined;
}

function arithmetic(
  parser: Parser,
  left: Expr,
  start: number,
  op: ArithmeticOp,
  power: number,
): Expr {
  parser.advance();
  const right = parser.expression(power + 1);
  return { type: 'ArithmeticOperation', op, left, right, ...parser.since(start) };
}
