import type { QueryProject } from './project';

/** A query that the schema of its kind has validated. */
export interface KindedQuery {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** The sender of a query: a user with a key or a session. */
export interface QueryCaller {
  /** Absent for a project's own key. */
  readonly userId?: number;
  /** The API key of the request; absent for a signed-in user. */
  readonly key?: { readonly label: string; readonly mask: string };
}

/** A page of a query's result as of one time. */
export interface QueryPage {
  /** The number of rows. */
  readonly size: number;
  /** The number of rows before the page. */
  readonly offset: number;
  /** The time of the request for the first page. */
  readonly asOf: Date;
}

/** The saved insight, and the dashboard, whose result is requested. */
interface RunStart {
  readonly insightId: number;
  readonly dashboardId: number | null;
}

/** One validated request for one query of one project. */
export interface QueryRequest {
  readonly project: QueryProject;
  readonly query: KindedQuery;
  /** The client's id, or one made by the caller. Used for status and cancel. */
  readonly queryId: string;
  /** Whether a client knows the id: its runs can be found and cancelled by it. */
  readonly isNamed?: boolean;
  /** The id of its statements in the engine, if that is not `queryId`: equal runs share one. */
  readonly runId?: string;
  /** The starter of the run, if it was not a client's own query. */
  readonly startedBy?: RunStart;
  /** The maximum number of returned rows. */
  readonly maxRows: number;
  /** The page, if the result is read page by page. */
  readonly page?: QueryPage;
  /** Only events that were stored at this time or later; for queries of the product itself, which are never cached. */
  readonly storedAfter?: Date;
  /**
   * Only events that were stored at this time or earlier; for queries of the product itself, which are never cached.
   */
  readonly storedUntil?: Date;
  /** A label for the query log. */
  readonly name?: string;
  /** Absent for queries of the product itself. */
  readonly caller?: QueryCaller;
}
