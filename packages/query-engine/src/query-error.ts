import type { ErrorType } from '@tidemark/contracts';

/**
 * A failure of a query that has a place on the wire (`docs/wire/api.md#error-query`). Texts are ours, never the
 * engine's.
 */
export class QueryError extends Error {
  /** The part of the query that is wrong, as a path; null when it is the whole. */
  readonly attr: string | null;
  /** When it is worth another try; null = unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly status: number,
    readonly type: ErrorType,
    readonly code: string,
    message: string,
    /** False when the message must not reach a status record (`error_message: null`). */
    readonly exposable: boolean,
    options: ErrorOptions & {
      readonly attr?: string | null;
      readonly retryAfterSeconds?: number;
    } = {},
  ) {
    super(message, options);
    this.name = 'QueryError';
    this.attr = options.attr ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
