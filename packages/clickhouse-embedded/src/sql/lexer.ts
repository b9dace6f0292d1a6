/**
 * A simple lexer for ClickHouse SQL, which finds the ends of strings, quoted names and comments. It never decides alone
 * whether a statement is safe: the statement is also checked by the engine's own parser (`classify` in
 * ../server/engine.ts).
 */
export type TokenKind = 'word' | 'string' | 'quoted-name' | 'punctuation';

export interface Token {
  kind: TokenKind;
  /** The exact source text, quotes included. */
  text: string;
  start: number;
  end: number;
  /** The number of open brackets around the token; a bracket is not within itself. */
  depth: number;
}

/** A string, quoted name or comment that is not closed. */
export class LexError extends Error {
  override readonly name = 'LexError';
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}

const CURLY_PAIRS: Readonly<Record<string, string>> = { '\u2018': '\u2019', '\u201c': '\u201d' };
const WORD = /[A-Za-z0-9_$]+/y;
const SPACE = /[\s\u200b-\u200d\u2060\ufeff]+/y;
const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** Reads one token at a time, so that the data after an INSERT is never read. */
export class Lexer {
  private position = 0;
  private depth = 0;

  constructor(private readonly sql: string) {}

  /** The next token, or undefined at the end of the text. Throws {@link LexError}. */
  next(): Token | undefined {
    this.skipBlanks();
    if (this.position >= this.sql.length) return undefined;
    const start = this.position;
    const kind = this.readToken();
    const text = this.sql.slice(start, this.position);
    if (CLOSING.has(text)) this.depth = Math.max(0, this.depth - 1);
    const token: Token = { kind, text, start, end: this.position, depth: this.depth };
    if (OPENING.has(text)) this.depth += 1;
    return token;
  }

  private skipBlanks(): void {
    for (;;) {
      if (this.match(SPACE)) continue;
      if (this.startsLineComment()) this.skipLine();
      else if (this.sql.startsWith('/*', this.position)) this.skipBlockComment();
      else return;
    }
  }

  private startsLineComment(): boolean {
    const two = this.sql.slice(this.position, this.position + 2);
    return two === '--' || two === '//' || two === '# ' || two === '#!';
  }

  private skipLine(): void {
    const end = this.sql.indexOf('\n', this.position);
    this.position = end === -1 ? this.sql.length : end + 1;
  }

  /** Block comments nest in ClickHouse. */
  private skipBlockComment(): void {
    const start = this.position;
    let level = 0;
    do {
      const two = this.sql.slice(this.position, this.position + 2);
      if (two === '/*') level += 1;
      else if (two === '*/') level -= 1;
      if (two.length < 2) throw new LexError('Multiline comment is not closed', start);
      this.position += two === '/*' || two === '*/' ? 2 : 1;
    } while (level > 0);
  }

  private readToken(): TokenKind {
    const first = this.sql.charAt(this.position);
    if (first === "'") return this.readQuoted("'", 'string');
    if (first === '`' || first === '"') return this.readQuoted(first, 'quoted-name');
    const closing = CURLY_PAIRS[first];
    if (closing !== undefined) return this.readCurly(first, closing);
    if (first === '$' && this.readHereDoc()) return 'string';
    if (this.match(WORD)) return 'word';
    this.position += 1;
    return 'punctuation';
  }

  private readQuoted(quote: string, kind: TokenKind): TokenKind {
    const start = this.position;
    this.position += 1;
    while (this.position < this.sql.length) {
      const char = this.sql.charAt(this.position);
      if (char === '\\') this.position += 2;
      else if (char !== quote) this.position += 1;
      else if (this.sql.charAt(this.position + 1) === quote) this.position += 2;
      else {
        this.position += 1;
        return kind;
      }
    }
    throw new LexError('Quoted text is not closed', start);
  }

  private readCurly(opening: string, closing: string): TokenKind {
    const end = this.sql.indexOf(closing, this.position + 1);
    if (end === -1) throw new LexError('Quoted text is not closed', this.position);
    this.position = end + 1;
    return opening === '\u2018' ? 'string' : 'quoted-name';
  }

  /** Reads `$tag$ ... $tag$`; returns false if the dollar sign does not start such a text. */
  private readHereDoc(): boolean {
    const tagEnd = this.sql.indexOf('$', this.position + 1);
    if (tagEnd === -1) return false;
    const tag = this.sql.slice(this.position, tagEnd + 1);
    const end = this.sql.indexOf(tag, tagEnd + 1);
    if (end === -1) return false;
    this.position = end + tag.length;
    return true;
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    if (!pattern.test(this.sql)) return false;
    this.position = pattern.lastIndex;
    return true;
  }
}

/** Returns all tokens of a text. Throws {@link LexError}. */
export function tokenise(sql: string): Token[] {
  const lexer = new Lexer(sql);
  const tokens: Token[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) tokens.push(token);
  return tokens;
}

/** Whether the token is one of these keywords, in any case and unquoted. */
export function isWord(token: Token | undefined, ...keywords: readonly string[]): boolean {
  return token?.kind === 'word' && keywords.includes(token.text.toUpperCase());
}
