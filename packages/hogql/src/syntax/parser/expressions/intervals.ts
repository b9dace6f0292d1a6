import type { Call, Expr, Span } from '../../ast';
import { stringLiteral } from '../core/literals';
import { groupAt } from '../core/lookahead';
import { nameExpression } from './name-expression';
import { opensValue } from '../core/names';
import { constant, plainCall } from '../core/nodes';
import type { Parser } from '../core/parser';
import { Power } from '../../powers';
import type { TokenKind } from '../../lexer/token-kinds';

const UNITS: ReadonlyMap<TokenKind, string> = new Map<TokenKind, string>([
  ['SECOND', 'Second'],
  ['MINUTE', 'Minute'],
  ['HOUR', 'Hour'],
  ['DAY', 'Day'],
  ['WEEK', 'Week'],
  ['MONTH', 'Month'],
  ['QUARTER', 'Quarter'],
  ['YEAR', 'Year'],
]);

const UNIT_BY_TEXT: ReadonlyMap<string, string> = new Map(
  [...UNITS.values()].flatMap((unit): [string, string][] => [
    [unit.toLowerCase(), unit],
    [`${unit.toLowerCase()}s`, unit],
  ]),
);

/** `INTERVAL 7 day` and `INTERVAL '7 days'` become toIntervalDay(7); `interval` may also be a name. */
export function interval(parser: Parser): Expr {
  if (!opensInterval(parser)) return nameExpression(parser);
  const { start } = parser;
  parser.expect('INTERVAL');
  if (parser.at('string') && !UNITS.has(parser.peek(1))) return textInterval(parser, start);
  const amount = parser.expression(Power.Ternary);
  const unit = UNITS.get(parser.kind);
  if (unit === undefined) {
    return parser.fail(
      'a unit after INTERVAL (second, minute, hour, day, week, month, quarter, year)',
    );
  }
  parser.advance();
  return plainCall(`toInterval${unit}`, [amount], parser.since(start));
}

function opensInterval(parser: Parser): boolean {
  const next = parser.peek(1);
  if (next === '(') return UNITS.has(parser.peek(groupAt(parser, 1).close - parser.tokenIndex + 1));
  if (next === '-' || next === '+') {
    let ahead = 2;
    while (parser.peek(ahead) === '-' && ahead <= parser.limits.maxDepth) ahead++;
    return parser.peek(ahead) === 'number' && UNITS.has(parser.peek(ahead + 1));
  }
  return next !== '*' && next !== 'NOT' && opensValue(parser);
}

function textInterval(parser: Parser, start: number): Call {
  const at = parser.here();
  const { value } = stringLiteral(parser);
  const parsed = typeof value === 'string' ? /^(\d{1,15}) ([a-z]+)$/.exec(value) : null;
  const unit = UNIT_BY_TEXT.get(parsed?.[2] ?? '');
  if (parsed === null || unit === undefined) return rejectText(parser, at);
  return plainCall(`toInterval${unit}`, [constant(Number(parsed[1]), at)], parser.since(start));
}

function rejectText(parser: Parser, at: Span): never {
  return parser.reject(
    "An interval text must be a whole number, one space and a unit, such as '7 days'",
    at,
  );
}
