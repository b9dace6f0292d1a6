import type { QueryRequest } from '../query-request';

/** What a computation spends its time with, in this order. */
export const PHASES = ['wait', 'plan', 'engine', 'shape'] as const;

export type Phase = (typeof PHASES)[number];

/** How a query was answered. */
export type AnsweredBy = 'blocking' | 'background' | 'stream' | 'cache';

/** What is known of a query once it has been answered, or has failed. */
export interface QueryRecord {
  readonly request: QueryRequest;
  readonly by: AnsweredBy;
  readonly startedAt: Date;
  /** Milliseconds of each phase, and of all. Streams send while the engine works: `shape` is in `engine`. */
  readonly phases: Readonly<Record<Phase, number>>;
  readonly totalMs: number;
  /** Of all statements, as far as the engine told. */
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly resultRows: number;
  /** Null when it was answered. */
  readonly error: unknown;
}

/** Gets to know of each query. Must not throw, and nobody waits for it. */
export type QueryObserver = (record: QueryRecord) => void;
