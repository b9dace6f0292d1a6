import type { ScopeObject } from '@tidemark/contracts';
import type { QueryRequest } from '../query-request';

/** The phases of a computation, in this order. */
export const PHASES = ['wait', 'plan', 'engine', 'shape'] as const;

export type Phase = (typeof PHASES)[number];

/** Where the result of a query came from. */
export type ResponseSource = 'blocking' | 'background' | 'stream' | 'cache';

/** The record of a query that has succeeded or failed. */
export interface QueryRecord {
  readonly request: QueryRequest;
  readonly by: ResponseSource;
  readonly startedAt: Date;
  /**
   * Milliseconds of each phase, and in total. Streams send while the engine works: their `shape` is included in
   * `engine`.
   */
  readonly phases: Readonly<Record<Phase, number>>;
  readonly totalMs: number;
  /** The number of rows that all statements read, as far as the engine reports it. */
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly resultRows: number;
  /** The resources whose definitions the query read through `system.*` tables. */
  readonly scopesRead: readonly ScopeObject[];
  /** Null when it succeeded. */
  readonly error: unknown;
}

/** Receives the record of each query. Must not throw; no caller waits for it. */
export type QueryObserver = (record: QueryRecord) => void;
