import type { Span } from './ast';

/** Error codes of the wire format (`docs/wire/api.md#error-query`). */
export type HogQLErrorCode = 'hogql_syntax_error' | 'hogql_query_error' | 'hogql_not_implemented';

/** An error in the user's statement. Always safe to show; `start`/`end` are offsets into the source. */
export class HogQLError extends Error {
  readonly start: number | null;
  readonly end: number | null;

  constructor(
    readonly code: HogQLErrorCode,
    message: string,
    span: Span | null = null,
  ) {
    super(message);
    this.name = 'HogQLError';
    this.start = span?.start ?? null;
    this.end = span?.end ?? null;
  }
}
