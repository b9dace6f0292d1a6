import type { ArithmeticOperation, Constant, Expr } from '../../ast';
import { asterisk } from './asterisk';
import { arrayLiteral, bracedExpression, parenthesised } from './brackets';
import { caseExpression } from './case-expression';
import { castCall, tryCastCall } from './casts';
import { columnsExpression } from './columns';
import { interval } from './intervals';
import { atColonLambda, colonLambda } from './lambdas';
import { stringLiteral, numberLiteral } from '../core/literals';
import { nameExpression } from './name-expression';
import { opensOperand } from '../core/names';
import { constant } from '../core/nodes';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';
import { tag } from './tags';
import { templateString } from './templates';
import { trimCall } from './trim';
import type { TokenKind } from '../../lexer/token-kinds';

type Rule = (parser: Parser) => Expr;

/**
 * The rules by the first token of an expression. Keywords that are used as names are read by {@link nameExpression}.
 */
const RULES: ReadonlyMap<TokenKind, Rule> = new Map<TokenKind, Rule>([
  ['identifier', nameExpression],
  ['quoted identifier', nameExpression],
  ['string', stringLiteral],
  ['number', numberLiteral],
  ['INF', numberLiteral],
  ['NAN', numberLiteral],
  ['NULL', nullLiteral],
  ['-', minus],
  ['+', plus],
  ['(', parenthesised],
  ['[', arrayLiteral],
  ['{', bracedExpression],
  ['template start', templateString],
  ['*', asterisk],
  ['NOT', not],
  ['CASE', caseExpression],
  ['CAST', castCall],
  ['TRY_CAST', tryCastCall],
  ['INTERVAL', interval],
  ['LAMBDA', (parser) => (atColonLambda(parser) ? colonLambda(parser) : nameExpression(parser))],
  ['TRIM', trimCall],
  ['ARRAY', arrayKeyword],
  ['DATE', typedString('A DATE literal')],
  ['TIMESTAMP', typedString('A TIMESTAMP literal')],
  ['COLUMNS', columnsExpression],
  ['tag <', tag],
  ['#', (parser) => parser.unsupported('A positional reference (#1)')],
]);

export function primary(parser: Parser): Expr {
  parser.node();
  const rule = RULES.get(parser.kind);
  if (rule !== undefined) return rule(parser);
  if (parser.atName()) return nameExpression(parser);
  return parser.fail('an expression');
}

function nullLiteral(parser: Parser): Constant {
  const at = parser.here();
  parser.advance();
  return constant(null, at);
}

function isNumeric(kind: TokenKind): boolean {
  return kind === 'number' || kind === 'INF' || kind === 'NAN';
}

/** `-1` is a literal, `-a` is `0 - a`. */
function minus(parser: Parser): Expr {
  if (isNumeric(parser.peek(1))) return numberLiteral(parser);
  const at = parser.here();
  parser.advance();
  const right = parser.expression(Power.Negate);
  const difference: ArithmeticOperation = {
    type: 'ArithmeticOperation',
    op: '-',
    left: constant(0, at),
    right,
    ...parser.since(at.start),
  };
  return difference;
}

function plus(parser: Parser): Expr {
  if (isNumeric(parser.peek(1))) return numberLiteral(parser);
  parser.advance();
  return parser.fail("a number after '+'");
}

/** `NOT a`; `not(a)` is read as a call, which binds tighter. */
function not(parser: Parser): Expr {
  if (parser.peek(1) === '(' || !opensOperand(parser, 1)) return nameExpression(parser);
  const { start } = parser;
  parser.advance();
  const expr = parser.expression(Power.Not);
  return { type: 'Not', expr, ...parser.since(start) };
}

/** `ARRAY[1, 2]` */
function arrayKeyword(parser: Parser): Expr {
  if (parser.peek(1) !== '[') return nameExpression(parser);
  const { start } = parser;
  parser.advance();
  return { ...arrayLiteral(parser), start };
}

function typedString(construct: string): Rule {
  return (parser) =>
    parser.peek(1) === 'string' ? parser.unsupported(construct) : nameExpression(parser);
}
