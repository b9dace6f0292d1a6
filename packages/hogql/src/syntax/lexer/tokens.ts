import type { TokenKind } from './token-kinds';

/** Why the lexer stopped: reported only when the parser reaches that position. */
export interface LexFailure {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The tokens of one source text as parallel arrays (cheaper than one object each), up to the last requested one: a
 * statement that is rejected early is not read completely. The last token is `end`; a text that cannot be read
 * completely has an `error` token before it.
 */
export interface Tokens {
  readonly source: string;
  readonly kinds: readonly TokenKind[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly failure: LexFailure | null;
  /** Produces the tokens up to this index, if the text has as many. */
  fill(index: number): void;
}
