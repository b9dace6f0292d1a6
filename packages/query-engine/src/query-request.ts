import type { HogQLQuery } from './plan/hogql-query';
import type { QueryProject } from './project';

/** One validated request for one query of one project. */
export interface QueryRequest {
  readonly project: QueryProject;
  readonly query: HogQLQuery;
  /** The client's id, or one made by the caller. Used for status and cancel. */
  readonly queryId: string;
  /** Hard cap of returned rows. */
  readonly maxRows: number;
}
