import type { TokenKind } from './token-kinds';

/** Why the lexer stopped: reported only when the parser arrives at that place. */
export interface LexFailure {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The tokens of one source text as parallel arrays (cheaper than one object each), as far as they have been
 * asked for: a statement that is rejected early is not read to its end. The last token is `end`; a text that cannot be read to its end has an `error` token before it.
 */
export interface Tokens {
  readonly source: string;
  readonly kinds: readonly TokenKind[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly failure: LexFailure | null;
  /** Makes the token of this index, if the text has so many. */
  fill(index: number): void;
}
