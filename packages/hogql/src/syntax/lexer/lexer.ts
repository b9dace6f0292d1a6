import { Char, isDigit, isNamePart, isNameStart, isWhitespace } from './characters';
import { escapeLength } from './escapes';
import { scanOperator } from './operators';
import { scanGluedWord, scanNumber, scanTupleIndex } from './scan-number';
import { KEYWORDS, LONGEST_KEYWORD, isNameKind, type TokenKind } from './token-kinds';
import { TagLexer } from './tag-lexer';
import type { Tokens } from './tokens';

/** Tokens after which a `.` cannot start a number (`.5`): it continues the operand (`a.1`). */
const BEFORE_ACCESS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  'quoted identifier',
  'number',
  'string',
  'template end',
  'tag />',
  'tag >',
  ')',
  ']',
  '}',
  '.',
  '?.',
]);

const LITERAL_KINDS: ReadonlySet<TokenKind> = new Set<TokenKind>(['NULL', 'INF', 'NAN']);

/** Keywords before an operand: a `<` after them opens a tag. After other words it is a comparison. */
const BEFORE_OPERAND: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'AND',
  'BETWEEN',
  'BY',
  'DISTINCT',
  'ELSE',
  'HAVING',
  'ILIKE',
  'IN',
  'LIKE',
  'NOT',
  'ON',
  'OR',
  'PREWHERE',
  'QUALIFY',
  'SELECT',
  'THEN',
  'WHEN',
  'WHERE',
]);

/**
 * Text that cannot be a comparison: after other keywords and `*`, which may be operands, a `<` opens a tag only if
 * this pattern matches.
 */
const TAG_START = /<[A-Za-z_$][\w$-]*(?:\s*\/?>|\s+[A-Za-z_$][\w$-]*\s*(?:=\s*['{]|\/?>))/y;

class Lexer extends TagLexer {
  startTemplate(): void {
    this.contexts.push('whole template');
  }

  protected step(code: number): void {
    const context = this.contexts[this.contexts.length - 1];
    if (context !== undefined && context !== 'brace' && this.tagStep(context, code)) return;
    if (isWhitespace(code)) this.at++;
    else if (isNameStart(code)) this.word(code);
    else if (isDigit(code)) this.number();
    else if (code === Char.Quote) this.quoted('string', "'");
    else if (code === Char.Backtick) this.quoted('quoted identifier', '`');
    else if (code === Char.DoubleQuote) this.quoted('quoted identifier', '"');
    else if (code === Char.Dot && this.startsNumber()) this.number();
    else this.symbol();
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
    // `date.1` reads a tuple, while `.5` in `select .5` is a number.
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
        if (code === Char.OpenBrace) this.contexts.push('template');
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
      this.failAtCharacter();
    } else if (found.kind === 'line comment') {
      this.skipLine();
    } else if (found.kind === 'block comment') {
      this.skipBlock();
    } else if (found.kind === '}') {
      this.closeBrace();
    } else {
      if (found.kind === '{') this.contexts.push('brace');
      if (found.kind === '<' && this.opensTag()) this.openTag();
      else this.push(found.kind, at + found.length);
    }
  }

  private closeBrace(): void {
    const context = this.contexts.pop();
    this.push(context === undefined || context === 'brace' ? '}' : 'template }', this.at + 1);
    if (context === 'template') this.templateText();
  }

  private opensTag(): boolean {
    const last = this.lastKind();
    if (last === undefined) return true;
    if (BEFORE_ACCESS.has(last) || LITERAL_KINDS.has(last)) return false;
    const isName = isNameKind(last);
    const beforeLast = this.kinds[this.kinds.length - 2];
    if (isName && (beforeLast === '.' || beforeLast === '?.')) return false;
    const isUnclear = last === '*' || isName;
    if (!isUnclear || BEFORE_OPERAND.has(last)) return true;
    TAG_START.lastIndex = this.at;
    return TAG_START.test(this.source);
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

/** The tokens of a source text, produced on demand. Never throws: see {@link Tokens.failure}. */
export function tokenize(source: string): Tokens {
  const lexer = new Lexer(source);
  lexer.fill(0);
  return lexer;
}

/** The tokens of a separate template: text with `{expressions}`, without quotes around it. */
export function tokenizeTemplate(source: string): Tokens {
  const lexer = new Lexer(source);
  lexer.startTemplate();
  lexer.fill(0);
  return lexer;
}
