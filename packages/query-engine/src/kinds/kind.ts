import type { InsightType, QueryKind } from '@tidemark/contracts';
import type { CompiledQuery, Statement } from '@tidemark/hogql';
import type { z } from 'zod';
import type { ExecutedRows } from '../execute/statement-runner';
import type { ProjectLookups } from '../plan/lookups';
import type { QueryProject } from '../project';
import type { QueryPage } from '../query-request';
import type { QueryOverrides } from './overrides';
import { warnOfIgnored } from './overrides';

interface StatementOptions {
  /** The values of `{name}` placeholders. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** In the wire format. */
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
  /** The number of rows when the statement has no LIMIT: 100 by default. */
  readonly defaultLimit?: number;
}

/** The functions that a kind may use while a query runs. */
export interface KindContext {
  readonly project: QueryProject;
  readonly lookups: ProjectLookups;
  /** The time at which the run began, from which relative dates count. */
  readonly now: Date;
  /** The maximum number of returned rows. */
  readonly maxRows: number;
  /** Null unless the result is read page by page. */
  readonly page: QueryPage | null;
  /** Adds a sentence to the `warnings` of the response; a repeated one is added once. */
  warn(text: string): void;
  /** Measures a step for `timings`. */
  time<T>(step: string, work: () => Promise<T>): Promise<T>;
  /** Seconds per step so far, in the wire format of `timings`. */
  timings(): readonly { readonly k: string; readonly t: number }[];
  /** @throws HogQLError, QueryError */
  compile(statement: Statement, options?: StatementOptions): Promise<CompiledQuery>;
  /** Rows of a compiled statement. @throws QueryError */
  execute(compiled: CompiledQuery): Promise<ExecutedRows>;
  /** The engine's plan of a compiled statement, as lines. @throws QueryError */
  explain(compiled: CompiledQuery): Promise<readonly string[]>;
}

/** The statement that a row query executes, and the shape of its rows. */
export interface RowPlan {
  readonly compiled: CompiledQuery;
  /** The names of the columns in the response. */
  readonly columns: readonly string[];
  /** Converts rows with timestamps in their zones to cells; absent if the rows need no conversion. */
  readonly cells?: (rows: unknown[][], context: KindContext) => Promise<unknown[][]>;
}

/**
 * What makes a stored result stale (`docs/wire/query.md#freshness`):
 * - `any_event`: the kind has no date range, so any event may change its results.
 * - `own_interval`: time, by the interval and date range of the query.
 * - `whole_days`: time, by the date range of the query in days, regardless of its interval.
 * - `not_stored`: the kind describes queries instead of running one; it has no keys of the cache layer.
 */
export type Staleness = 'any_event' | 'own_interval' | 'whole_days' | 'not_stored';

/**
 * One kind of query. A new kind needs only this object, its contract and its line in `registry.ts`: each property is
 * required, so that an incomplete definition does not compile.
 */
export interface QueryKindDefinition<Body extends object> {
  readonly kind: QueryKind;
  readonly schema: z.ZodType<Body>;
  readonly staleness: Staleness;
  /** Exact if the results are the rows of the statement; other kinds calculate with numbers. */
  readonly integers: 'exact' | 'rounded';
  /** Whether `respond` reads `context.page`. */
  readonly hasPages: boolean;
  /** The `insight=` value that lists saved insights of the kind; null if there is none. */
  readonly insightType: InsightType | null;
  /** Applies the overrides of a request to a query; null if the kind supports none: each is then warned about. */
  readonly override: ((body: Body, overrides: QueryOverrides) => Body) | null;
  /** The keys of the response that belong to the kind. @throws HogQLError, QueryError */
  readonly respond: (body: Body, context: KindContext) => Promise<object>;
  /**
   * The statement of a kind whose rows can be sent while the engine finds them; null if the response is sent as a
   * whole.
   *
   * @param rows the number of rows when the query has no limit
   */
  readonly plan: ((body: Body, context: KindContext, rows: number) => Promise<RowPlan>) | null;
}

/**
 * Common properties of most definitions: a response that is computed from rows and sent as a whole, without
 * overrides. The time for which results are stored differs.
 */
export const CALCULATED = {
  integers: 'rounded',
  hasPages: false,
  insightType: null,
  override: null,
  plan: null,
} as const;

/** A kind without the type of its body: bodies are objects that its schema has returned. */
export interface RegisteredKind extends Omit<
  QueryKindDefinition<object>,
  'override' | 'respond' | 'plan'
> {
  override(body: object, overrides: QueryOverrides): object;
  respond(body: object, context: KindContext): Promise<object>;
  readonly plan: ((body: object, context: KindContext, rows: number) => Promise<RowPlan>) | null;
}

/** Removes the body's type. */
export function registered<Body extends object>({
  override,
  respond,
  plan,
  ...facts
}: QueryKindDefinition<Body>): RegisteredKind {
  return {
    ...facts,
    override(body, overrides) {
      if (override !== null) return override(body as Body, overrides);
      warnOfIgnored(overrides, facts.kind, []);
      return body;
    },
    respond: (body, context) => respond(body as Body, context),
    plan: plan && ((body, context, rows) => plan(body as Body, context, rows)),
  };
}
