/** The error for users about an error in the statement that only the engine detects. */
export interface UserError {
  /** The engine's name of the error, as PostHog reports it. */
  readonly code: string;
  readonly detail: string;
}

/** ClickHouse's number of an error, and the error that the user sees. */
export type CodedError = readonly [engineCode: number, shown: UserError];
