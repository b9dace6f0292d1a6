import { untrustedCertificate } from '@tidemark/platform';

/** The engine rejected or ended a statement. The message may contain values of rows: never show it to a user. */
export class ClickHouseQueryError extends Error {
  /** ClickHouse's error number, such as 62 for a syntax error or 394 for a killed query. */
  readonly code: number;
  /** ClickHouse's error name, such as `SYNTAX_ERROR`; null if the response has no name. */
  readonly type: string | null;
  readonly queryId: string;

  constructor(
    details: {
      readonly code: number;
      readonly type: string | null;
      readonly message: string;
      readonly queryId: string;
    },
    options?: ErrorOptions,
  ) {
    super(details.message, options);
    this.name = 'ClickHouseQueryError';
    this.code = details.code;
    this.type = details.type;
    this.queryId = details.queryId;
  }
}

/**
 * No response from ClickHouse: connection refused or reset, timed out or not ClickHouse. Whether the statement ran is
 * unknown; it is safe to try again only if the statement is idempotent.
 */
export class ClickHouseUnavailableError extends Error {
  readonly queryId: string;

  constructor(queryId: string, cause: unknown) {
    super(untrustedCertificate(cause) ?? 'ClickHouse did not respond', { cause });
    this.name = 'ClickHouseUnavailableError';
    this.queryId = queryId;
  }
}

/** The caller's signal aborted the statement, which was also killed in the engine. */
export class ClickHouseAbortedError extends Error {
  readonly queryId: string;

  constructor(queryId: string, options?: ErrorOptions) {
    super('ClickHouse statement aborted', options);
    this.name = 'ClickHouseAbortedError';
    this.queryId = queryId;
  }
}
