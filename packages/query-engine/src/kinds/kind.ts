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
  /** As on the wire. */
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
  /** Rows when the statement has no LIMIT: 100 by default. */
  readonly defaultLimit?: number;
}

/** The functions that a kind may use while a query runs. */
export interface KindContext {
  readonly project: QueryProject;
  readonly lookups: ProjectLookups;
  /** When the run began: what relative dates count from. */
  readonly now: Date;
  /** Hard cap of returned rows. */
  readonly maxRows: number;
  /** Null unless the result is read page by page. */
  readonly page: QueryPage | null;
  /** Puts a sentence into the `warnings` of the response; the same one once. */
  warn(text: string): void;
  /** Measures a step for `timings`. */
  time<T>(step: string, work: () => Promise<T>): Promise<T>;
  /** Seconds per step so far, as the wire's `timings`. */
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
  /** As the response names them. */
  readonly columns: readonly string[];
  /** Rows with timestamps in their zones → cells; absent where they are the cells. */
  readonly cells?: (rows: unknown[][], context: KindContext) => Promise<unknown[][]>;
}

/**
 * What makes a stored result stale (`docs/wire/query.md#freshness`):
 * - `any_event`: the kind has no date range, so any event may change its results.
 * - `own_interval`: time, by the interval and date range of the query.
 * - `whole_days`: time, by the date range of the query in days, whatever interval it names.
 * - `not_stored`: the kind describes queries instead of running one; it has no keys of the cache layer.
 */
export type Staleness = 'any_event' | 'own_interval' | 'whole_days' | 'not_stored';

/**
 * One kind of query. This object, its contract and its line in `registry.ts` are all there is to add for a new
 * kind: each property is required, so that a definition that lacks one does not compile.
 */
export interface QueryKindDefinition<Body extends object> {
  readonly kind: QueryKind;
  readonly schema: z.ZodType<Body>;
  readonly staleness: Staleness;
  /** Exact where the results are the rows of the statement; other kinds calculate with numbers. */
  readonly integers: 'exact' | 'rounded';
  /** Whether `respond` reads `context.page`. */
  readonly hasPages: boolean;
  /** The `insight=` value that lists saved insights of the kind; null where none does. */
  readonly insightType: InsightType | null;
  /** Lays the overrides of a request over a query; null where the kind takes none: each is warned about. */
  readonly override: ((body: Body, overrides: QueryOverrides) => Body) | null;
  /** The keys of the response that are the kind's own. @throws HogQLError, QueryError */
  readonly respond: (body: Body, context: KindContext) => Promise<object>;
  /**
   * The statement of a kind whose rows can be sent while they are found; null where the response comes in one piece.
   *
   * @param rows when the query has no limit
   */
  readonly plan: ((body: Body, context: KindContext, rows: number) => Promise<RowPlan>) | null;
}

/**
 * What most definitions begin with: a response in one piece that is calculated from rows, without overrides. When
 * results may be stored and for how long is different in each.
 */
export const CALCULATED = {
  integers: 'rounded',
  hasPages: false,
  insightType: null,
  override: null,
  plan: null,
} as const;

/** A kind whose body's type is hidden: bodies are objects that its schema has returned. */
export interface RegisteredKind extends Omit<
  QueryKindDefinition<object>,
  'override' | 'respond' | 'plan'
> {
  override(body: object, overrides: QueryOverrides): object;
  respond(body: object, context: KindContext): Promise<object>;
  readonly plan: ((body: object, context: KindContext, rows: number) => Promise<RowPlan>) | null;
}

/** Hides the body's type. */
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
