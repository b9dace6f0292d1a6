import type { Parser } from '../core/parser';
import type { TokenKind } from '../../lexer/token-kinds';

const AFTER_PERCENT: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'end',
  ')',
  ';',
  'BY',
  'UNION',
  'INTERSECT',
  'EXCEPT',
]);

const AFTER_OFFSET: ReadonlySet<TokenKind> = new Set<TokenKind>(['number', '{', '(']);

/** Whether the `%` is that of `LIMIT 10 %`, without an operand after it. */
export function atPercentSign(parser: Parser): boolean {
  const next = parser.peek(1);
  if (next === 'WITH') return parser.peek(2) === 'TIES';
  if (next === 'OFFSET') return AFTER_OFFSET.has(parser.peek(2));
  return AFTER_PERCENT.has(next);
}
