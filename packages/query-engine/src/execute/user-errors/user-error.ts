/** What a user reads of a mistake that only the engine could see. */
export interface UserError {
  /** The engine's name of it, as PostHog reports it. */
  readonly code: string;
  readonly detail: string;
}

/** ClickHouse's number of an error, and what the user sees instead. */
export type CodedError = readonly [engineCode: number, shown: UserError];
