import type { ErrorType } from '@tidemark/contracts';

/**
 * A failure of a query that the API reports (`docs/wire/api.md#error-query`). Messages are ours, never the engine's.
 */
export class QueryError extends Error {
  /** The part of the query that is wrong, as a path; null for the whole query. */
  readonly attr: string | null;
  /** The number of seconds after which a new attempt is useful; null = unknown. */
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
