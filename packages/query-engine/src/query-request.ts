import type { QueryProject } from './project';

/** A query that its kind's schema has checked. */
export interface KindedQuery {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** One validated request for one query of one project. */
export interface QueryRequest {
  readonly project: QueryProject;
  readonly query: KindedQuery;
  /** The client's id, or one made by the caller. Used for status and cancel. */
  readonly queryId: string;
  /** Hard cap of returned rows. */
  readonly maxRows: number;
}
