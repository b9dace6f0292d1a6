/** The error for users about a mistake that only the engine detects. */
export interface UserError {
  /** The engine's name of it, as PostHog reports it. */
  readonly code: string;
  readonly detail: string;
}

/** ClickHouse's number of an error, and what the user sees instead. */
export type CodedError = readonly [engineCode: number, shown: UserError];
