import { Char, isDigit, isNamePart, isNameStart, isWhitespace } from './characters';
import { escapeLength } from './escapes';
import { scanOperator } from './operators';
import { scanGluedWord, scanNumber, scanTupleIndex } from './scan-number';
import { KEYWORDS, LONGEST_KEYWORD, isNameKind, type TokenKind } from './token-kinds';
import type { LexFailure, Tokens } from './tokens';

/** Tokens after which a `.` cannot start a number (`.5`): it continues the operand (`a.1`). */
const BEFORE_ACCESS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  'quoted identifier',
  'number',
  'string',
  'template end',
  ')',
  ']',
  '}',
  '.',
  '?.',
]);

class Lexer {
  private readonly kinds: TokenKind[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** Open braces, innermost last: an expression inside a template ends at its own `}`. */
  private readonly braces: ('plain' | 'template')[] = [];
  private failure: LexFailure | null = null;
  private at = 0;

  constructor(private readonly source: string) {}

  run(): Tokens {
    const { source } = this;
    while (this.failure === null && this.at < source.length) this.step(source.charCodeAt(this.at));
    this.push('end', source.length);
    return {
      source,
      kinds: this.kinds,
      starts: this.starts,
      ends: this.ends,
      failure: this.failure,
    };
  }

  private step(code: number): void {
    if (isWhitespace(code)) this.at++;
    else if (isNameStart(code)) this.word(code);
    else if (isDigit(code)) this.number();
    else if (code === Char.Quote) this.quoted('string', "'");
    else if (code === Char.Backtick) this.quoted('quoted identifier', '`');
    else if (code === Char.DoubleQuote) this.quoted('quoted identifier', '"');
    else if (code === Char.Dot && this.startsNumber()) this.number();
    else this.symbol();
  }

  private push(kind: TokenKind, end: number): void {
    this.kinds.push(kind);
    this.starts.push(this.at);
    this.ends.push(end);
    this.at = end;
  }

  private fail(message: string, start: number, end: number): void {
    this.failure = { message, start, end };
    this.at = start;
    this.push('error', end);
  }

  private word(first: number): void {
    const { source } = this;
    let end = this.at + 1;
    while (isNamePart(source.charCodeAt(end))) end++;
    const length = end - this.at;
    if (length === 1 && first === Char.LowerF && source.charCodeAt(end) === Char.Quote) {
      this.push('template start', end + 1);
      this.templateText();
      return;
    }
    const keyword =
      length > 1 && length <= LONGEST_KEYWORD
        ? KEYWORDS.get(source.slice(this.at, end).toLowerCase())
        : undefined;
    this.push(keyword ?? 'identifier', end);
  }

  private lastKind(): TokenKind | undefined {
    return this.kinds[this.kinds.length - 1];
  }

  private startsNumber(): boolean {
    if (!isDigit(this.source.charCodeAt(this.at + 1))) return false;
    const last = this.lastKind();
    if (last === undefined) return true;
    if (BEFORE_ACCESS.has(last)) return false;
    // `date.1` reads a tuple, `select .5` a number.
    return !isNameKind(last) || this.ends[this.ends.length - 1] !== this.at;
  }

  private number(): void {
    const last = this.lastKind();
    const isIndex = last === '.' || last === '?.';
    const end = (isIndex ? scanTupleIndex : scanNumber)(this.source, this.at);
    const wordEnd = scanGluedWord(this.source, end);
    if (wordEnd === end) {
      this.push('number', end);
      return;
    }
    const text = this.source.slice(this.at, Math.min(wordEnd, this.at + 40));
    this.fail(
      `'${text}' is not a number: digits may not be followed directly by letters or '_'`,
      this.at,
      wordEnd,
    );
  }

  private quoted(kind: 'string' | 'quoted identifier', quote: string): void {
    const { source } = this;
    const quoteCode = quote.charCodeAt(0);
    let end = this.at + 1;
    while (end < source.length) {
      const code = source.charCodeAt(end);
      if (code === Char.Backslash) {
        const length = escapeLength(source, end, quote);
        if (length === 0) {
          this.unknownEscape(end);
          return;
        }
        end += length;
      } else if (code !== quoteCode) {
        end++;
      } else if (source.charCodeAt(end + 1) === quoteCode) {
        end += 2;
      } else {
        this.push(kind, end + 1);
        return;
      }
    }
    this.fail(`This ${kind} is never closed: ${quote} is missing`, this.at, source.length);
  }

  private unknownEscape(backslash: number): void {
    const sequence = this.source.slice(backslash, backslash + 2);
    this.fail(
      `Unknown escape sequence '${sequence}': write '\\\\' for a backslash`,
      backslash,
      Math.min(backslash + 2, this.source.length),
    );
  }

  private templateText(): void {
    const { source } = this;
    const start = this.at;
    let end = start;
    while (end < source.length) {
      const code = source.charCodeAt(end);
      if (code === Char.Backslash) {
        const length = escapeLength(source, end, "'{");
        if (length === 0) {
          this.unknownEscape(end);
          return;
        }
        end += length;
      } else if (code === Char.Quote && source.charCodeAt(end + 1) === Char.Quote) {
        end += 2;
      } else if (code === Char.Quote || code === Char.OpenBrace) {
        if (end > start) this.push('template text', end);
        if (code === Char.OpenBrace) this.braces.push('template');
        this.push(code === Char.Quote ? 'template end' : 'template {', end + 1);
        return;
      } else {
        end++;
      }
    }
    this.fail("This template string is never closed: ' is missing", start, source.length);
  }

  private symbol(): void {
    const { source, at } = this;
    const found = scanOperator(source, at);
    if (found === null) {
      const char = String.fromCodePoint(source.codePointAt(at) ?? 0);
      const name = `U+${(source.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
      this.fail(`Unexpected character '${char}' (${name})`, at, at + char.length);
    } else if (found.kind === 'line comment') {
      this.skipLine();
    } else if (found.kind === 'block comment') {
      this.skipBlock();
    } else if (found.kind === '}') {
      this.closeBrace();
    } else {
      if (found.kind === '{') this.braces.push('plain');
      this.push(found.kind, at + found.length);
    }
  }

  private closeBrace(): void {
    if (this.braces.pop() === 'template') {
      this.push('template }', this.at + 1);
      this.templateText();
    } else {
      this.push('}', this.at + 1);
    }
  }

  private skipLine(): void {
    const { source } = this;
    let end = this.at + 2;
    while (end < source.length) {
      const code = source.charCodeAt(end);
      if (code === Char.LineFeed || code === Char.CarriageReturn) break;
      end++;
    }
    this.at = end;
  }

  private skipBlock(): void {
    const close = this.source.indexOf('*/', this.at + 2);
    if (close < 0) {
      this.fail('This comment is never closed: */ is missing', this.at, this.source.length);
    } else {
      this.at = close + 2;
    }
  }
}

/** Splits a source text into tokens in one pass. Never throws: see {@link Tokens.failure}. */
export function tokenize(source: string): Tokens {
  return new Lexer(source).run();
}
