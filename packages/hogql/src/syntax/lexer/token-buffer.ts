import type { TokenKind } from './token-kinds';
import type { LexFailure, Tokens } from './tokens';

/** The constructs that enclose the lexer's position, innermost last; empty for plain HogQL. */
export type LexContext =
  /** `{` in plain HogQL. */
  | 'brace'
  /** `{` inside a template string, whose text continues after the `}`. */
  | 'template'
  /** The text of a whole template, without quotes around it. */
  | 'whole template'
  /** `{` inside a tag or a whole template: as an attribute's value or between texts. */
  | 'tag brace'
  /** From `<` to `>` or `/>`. */
  | 'opening tag'
  /** Between an opening tag and its closing one. */
  | 'tag text'
  /** From `</` to `>`. */
  | 'closing tag';

/** Tokens as parallel arrays, produced lazily up to the last position that was read. */
export abstract class TokenBuffer implements Tokens {
  readonly kinds: TokenKind[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  protected readonly contexts: LexContext[] = [];
  protected at = 0;
  failure: LexFailure | null = null;
  private done = false;

  constructor(readonly source: string) {}

  protected abstract step(code: number): void;

  fill(index: number): void {
    const { source, kinds } = this;
    while (!this.done && kinds.length <= index) {
      if (this.failure === null && this.at < source.length) {
        this.step(source.charCodeAt(this.at));
      } else {
        this.push('end', source.length);
        this.done = true;
      }
    }
  }

  protected push(kind: TokenKind, end: number): void {
    this.kinds.push(kind);
    this.starts.push(this.at);
    this.ends.push(end);
    this.at = end;
  }

  protected fail(message: string, start: number, end: number): void {
    this.failure = { message, start, end };
    this.at = start;
    this.push('error', end);
  }

  protected failAtCharacter(): void {
    const { source, at } = this;
    const code = source.codePointAt(at) ?? 0;
    const char = String.fromCodePoint(code);
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    this.fail(`Unexpected character '${char}' (${name})`, at, at + char.length);
  }
}
