import type { Alias, ColumnsExpr, Expr } from '../../ast';
import { expressionList } from '../core/lists';
import { stringLiteral } from '../core/literals';
import { nameExpression } from './name-expression';
import { takeName } from '../core/names';
import { excludeList } from './asterisk';
import type { Parser } from '../core/parser';
import type { TokenKind } from '../../lexer/token-kinds';

/** The tokens after which `columns(...)` is a call of a function of that name. */
const AFTER_CALL: ReadonlySet<TokenKind> = new Set<TokenKind>(['FILTER', 'OVER', '(']);

/** `COLUMNS('regex')`, `COLUMNS(a, b)`, `COLUMNS(* EXCLUDE (a) REPLACE (x AS b))` */
export function columnsExpression(parser: Parser): Expr {
  const next = parser.peek(2);
  if (parser.peek(1) !== '(' || next === ')') return nameExpression(parser);
  const { start } = parser;
  const isRegex = next === 'string' && parser.peek(3) === ')';
  if (isRegex && AFTER_CALL.has(parser.peek(4))) return nameExpression(parser);
  parser.advance();
  parser.expect('(');
  const found = isRegex ? byRegex(parser) : (replacing(parser) ?? listed(parser));
  parser.expect(')', 'after the columns');
  return { ...EMPTY, ...found, ...parser.since(start) };
}

/** `* REPLACE (...)` alone in parentheses means the same as inside COLUMNS; null if there is none. */
export function replacedColumns(parser: Parser, start: number): ColumnsExpr | null {
  const found = replacing(parser);
  if (found === null) return null;
  parser.expect(')', 'after the columns');
  return { ...EMPTY, ...found, ...parser.since(start) };
}

const EMPTY = {
  type: 'ColumnsExpr',
  regex: null,
  columns: null,
  all: false,
  table: null,
  exclude: [],
  replace: [],
} as const;

type Part = Partial<Omit<ColumnsExpr, 'type'>>;

function byRegex(parser: Parser): Part {
  const { value } = stringLiteral(parser);
  return { regex: String(value) };
}

function listed(parser: Parser): Part {
  return { columns: expressionList(parser, ')') };
}

/** `* [EXCLUDE (...)] REPLACE (expr AS name, ...)` inside COLUMNS or parentheses */
function replacing(parser: Parser): Part | null {
  if (!parser.at('*')) return null;
  const end = parser.peek(1) === 'EXCLUDE' ? closing(parser) : 1;
  if (parser.peek(end) !== 'REPLACE' || parser.peek(end + 1) !== '(') return null;
  parser.advance();
  const exclude = excludeList(parser) ?? [];
  parser.expect('REPLACE');
  parser.expect('(');
  const replace = [replacement(parser)];
  while (parser.accept(',') && !parser.at(')')) replace.push(replacement(parser));
  parser.expect(')', 'after the replaced columns');
  return { all: true, exclude, replace };
}

/** The number of tokens up to the one after `* EXCLUDE (names)`. */
function closing(parser: Parser): number {
  let ahead = 3;
  while (parser.peek(ahead) !== ')' && parser.peek(ahead) !== 'end') ahead++;
  return ahead + 1;
}

function replacement(parser: Parser): Alias {
  const { start } = parser;
  const expr = parser.expression();
  if (expr.type === 'Alias') return expr;
  parser.expect('AS', 'and the name of a column after the value');
  const alias = takeName(parser);
  return { type: 'Alias', alias, expr, ...parser.since(start) };
}
