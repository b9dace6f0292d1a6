import type { Parser } from './parser';
import type { TokenKind } from './token-kinds';

/** Distance to the `)` that closes the `(` standing `ahead` tokens from here, or to the end of the text. */
export function closingParenthesis(parser: Parser, ahead: number): number {
  return scan(parser, ahead, null);
}

/** True when `kind` stands directly inside the parentheses that open `ahead` tokens from here. */
export function parenthesesContain(parser: Parser, ahead: number, kind: TokenKind): boolean {
  return parser.peek(scan(parser, ahead, kind)) === kind;
}

function scan(parser: Parser, ahead: number, stopAt: TokenKind | null): number {
  let open = 0;
  for (let at = ahead; ; at++) {
    const kind = parser.peek(at);
    if (kind === '(') open++;
    else if (kind === ')') open--;
    if (open === 0 || kind === 'end' || (open === 1 && kind === stopAt)) return at;
  }
}
