import { isKeyword } from './keywords';

export type TokenKind =
  | 'space'
  | 'comment'
  | 'string'
  | 'name'
  | 'function'
  | 'keyword'
  | 'number'
  | 'bracket'
  | 'operator';

/** What is not closed at the end of a token because the text ends: a comment, or a quoted text with this quote. */
export type Open = 'comment' | "'" | '"' | '`' | null;

export interface Token {
  readonly kind: TokenKind;
  /** Offsets in UTF-16 units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly open: Open;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const SPACE = /\s+/y;

/**
 * Reads the token at an offset. `open` is the state at the end of the previous line. Any text can be read, also invalid
 * HogQL.
 */
export function readToken(text: string, start: number, open: Open = null): Token {
  if (open === 'comment') return comment(text, start, start);
  if (open !== null) return quoted(text, start, start, open);
  const two = text.slice(start, start + 2);
  if (two === '--' || two === '//') return token('comment', start, lineEnd(text, start));
  if (two === '/*') return comment(text, start, start + 2);
  const first = text.charAt(start);
  if (first === "'" || first === '"' || first === '`') return quoted(text, start, start + 1, first);
  const space = match(SPACE, text, start);
  if (space > start) return token('space', start, space);
  const number = match(NUMBER, text, start);
  if (number > start) return token('number', start, number);
  const word = match(WORD, text, start);
  if (word > start) return token(wordKind(text, start, word), start, word);
  const kind = '()[]{}'.includes(first) ? 'bracket' : 'operator';
  const isPair = (text.codePointAt(start) ?? 0) > 0xffff;
  return token(kind, start, start + (isPair ? 2 : 1));
}

/** All tokens of a text, including white space. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const next = readToken(text, at);
    tokens.push(next);
    at = next.end;
  }
  return tokens;
}

function wordKind(text: string, start: number, end: number): TokenKind {
  // After a point, every word is a name: `properties.order`.
  if (text.charAt(start - 1) === '.') return 'name';
  if (/^\s*\(/.test(text.slice(end, end + 20)) && !isKeyword(text.slice(start, end))) {
    return 'function';
  }
  return isKeyword(text.slice(start, end)) ? 'keyword' : 'name';
}

function comment(text: string, start: number, from: number): Token {
  const close = text.indexOf('*/', from);
  if (close === -1) return token('comment', start, text.length, 'comment');
  return token('comment', start, close + 2);
}

function quoted(text: string, start: number, from: number, quote: "'" | '"' | '`'): Token {
  const kind = quote === "'" ? 'string' : 'name';
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === quote) {
      if (text.charAt(at + 1) !== quote) return token(kind, start, at + 1);
      at += 1;
    }
  }
  return token(kind, start, text.length, quote);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function token(kind: TokenKind, start: number, end: number, open: Open = null): Token {
  return { kind, start, end, open };
}
