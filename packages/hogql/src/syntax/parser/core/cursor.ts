import { HogQLError } from '../../errors';
import type { Span } from '../../ast';
import { keywordHint } from './keyword-hint';
import { isKeyword, isNameKind, type TokenKind } from '../../lexer/token-kinds';
import type { Tokens } from '../../lexer/tokens';

const LONGEST_QUOTED_TOKEN = 40;

/** Moves over the tokens of one statement and builds all error messages about them. */
export class Cursor {
  protected index = 0;
  /** Kind of the current token. */
  kind: TokenKind;

  constructor(protected readonly tokens: Tokens) {
    this.kind = tokens.kinds[0] ?? 'end';
  }

  /** Kind of the token `ahead` places after the current one. */
  peek(ahead: number): TokenKind {
    const at = this.index + ahead;
    if (at >= this.tokens.kinds.length) this.tokens.fill(at);
    return this.tokens.kinds[at] ?? 'end';
  }

  at(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** Start offset of the current token. */
  get start(): number {
    return this.tokens.starts[this.index] ?? this.tokens.source.length;
  }

  /** End offset of the token before the current one. */
  get previousEnd(): number {
    return this.index === 0 ? 0 : (this.tokens.ends[this.index - 1] ?? 0);
  }

  get previousKind(): TokenKind | undefined {
    return this.tokens.kinds[this.index - 1];
  }

  /** Source text of the token `ahead` places after the current one. */
  text(ahead = 0): string {
    const at = this.index + ahead;
    return this.tokens.source.slice(this.tokens.starts[at] ?? 0, this.tokens.ends[at] ?? 0);
  }

  get source(): string {
    return this.tokens.source;
  }

  advance(): void {
    this.index++;
    this.kind = this.peek(0);
  }

  accept(kind: TokenKind): boolean {
    if (this.kind !== kind) return false;
    this.advance();
    return true;
  }

  /** Consumes the token or fails; `where` completes "Expected X ...", for example "after the arguments". */
  expect(kind: TokenKind, where = ''): void {
    if (this.kind !== kind) this.fail(`${nameOf(kind)}${where === '' ? '' : ` ${where}`}`);
    this.advance();
  }

  atName(): boolean {
    return isNameKind(this.kind);
  }

  /** Span of the current token. */
  here(): Span {
    return { start: this.start, end: this.tokens.ends[this.index] ?? this.tokens.source.length };
  }

  /** Span from `start` to the end of the last consumed token. */
  since(start: number): Span {
    return { start, end: this.previousEnd };
  }

  /** Fails at the current token with the common message "Expected X, found Y". */
  fail(expected: string): never {
    this.failIfUnreadable();
    this.reject(
      `Expected ${expected}, found ${this.describe()}${this.hint(expected)}`,
      this.here(),
    );
  }

  /** A suggestion for a misspelt keyword here, or just before. */
  hint(expected = ''): string {
    const here = keywordHint(this.kind, this.text(), expected);
    if (here !== '' || this.index === 0) return here;
    return keywordHint(this.peek(-1), this.text(-1), expected);
  }

  /** A text that could not be split into tokens has a more precise message than "expected". */
  failIfUnreadable(): void {
    const { failure } = this.tokens;
    if (this.kind === 'error' && failure !== null) this.reject(failure.message, failure);
  }

  /** Rejects the statement as malformed. */
  reject(message: string, span: Span): never {
    throw new HogQLError('hogql_syntax_error', this.locateMessage(message, span), spanOf(span));
  }

  /** Rejects a construct of the language that is parsed but not supported. */
  unsupported(construct: string, span: Span = this.here()): never {
    throw new HogQLError(
      'hogql_not_implemented',
      this.locateMessage(`${construct} is not supported`, span),
      spanOf(span),
    );
  }

  /** Rejects a construct of the language that no query may use. */
  forbid(message: string, span: Span = this.here()): never {
    throw new HogQLError('hogql_query_error', this.locateMessage(message, span), spanOf(span));
  }

  describe(): string {
    if (this.kind === 'end') return 'the end of the query';
    const text = this.text();
    const shown =
      text.length > LONGEST_QUOTED_TOKEN ? `${text.slice(0, LONGEST_QUOTED_TOKEN)}…` : text;
    return isKeyword(this.kind) ? `keyword ${shown}` : `'${shown}'`;
  }

  private locateMessage(message: string, span: Span): string {
    const { line, column } = locate(this.tokens.source, span.start);
    return `${message} (line ${line}, column ${column})`;
  }
}

function spanOf(span: Span): Span {
  return { start: span.start, end: span.end };
}

function nameOf(kind: TokenKind): string {
  return isKeyword(kind) || /[a-z]/.test(kind) ? kind : `'${kind}'`;
}

/** One-based line and column of an offset, for messages; the error has the offset itself, too. */
function locate(source: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (
    let newline = source.indexOf('\n');
    newline >= 0 && newline < offset;
    newline = source.indexOf('\n', newline + 1)
  ) {
    line++;
    lineStart = newline + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
