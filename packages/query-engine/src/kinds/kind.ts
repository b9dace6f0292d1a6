import type { QueryKind } from '@tidemark/contracts';
import type { CompiledQuery, Statement } from '@tidemark/hogql';
import type { z } from 'zod';
import type { ExecutedRows } from '../execute/run-hogql';
import type { ProjectLookups } from '../plan/lookups';
import type { QueryProject } from '../project';
import type { QueryPage } from '../query-request';
import type { QueryOverrides } from './overrides';

/** Rows of a statement, with what was run to get them. */
export interface StatementResult extends ExecutedRows {
  readonly compiled: CompiledQuery;
}

export interface StatementOptions {
  /** Of `{name}` placeholders. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** As the wire writes them. */
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
  /** Rows when the statement has no LIMIT: 100 unless said. */
  readonly defaultLimit?: number;
}

/** What a kind may use while one query of it runs. */
export interface KindContext {
  readonly project: QueryProject;
  readonly lookups: ProjectLookups;
  /** When the run began: what relative dates count from. */
  readonly now: Date;
  /** Hard cap of returned rows. */
  readonly maxRows: number;
  /** Null unless the result is read page by page. */
  readonly page: QueryPage | null;
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

/** What a kind of rows runs, and how what comes back is shown. */
export interface RowPlan {
  readonly compiled: CompiledQuery;
  /** As the answer names them. */
  readonly columns: readonly string[];
  /** Rows with moments in their zones → cells; absent where they are the cells. */
  readonly cells?: (rows: unknown[][], context: KindContext) => Promise<unknown[][]>;
}

/**
 * One kind of query: its schema, what overrides of a request do to it, and how an answer is made. This object
 * is all there is to add for a new kind; see `registry.ts`.
 */
export interface QueryKindDefinition<Body extends object> {
  readonly kind: QueryKind;
  readonly schema: z.ZodType<Body>;
  /** False for kinds that tell about queries instead of running one: no keys of the cache layer. */
  readonly hasCacheKeys: boolean;
  /** Whether `context.page` is minded. */
  readonly hasPages?: boolean;
  readonly override?: (body: Body, overrides: QueryOverrides) => Body;
  /** The keys of the answer that are the kind's own. @throws HogQLError, QueryError */
  readonly run: (body: Body, context: KindContext) => Promise<object>;
  /**
   * Of kinds whose rows can be sent while they are found.
   *
   * @param rows when the query does not say how many it wants
   */
  readonly plan?: (body: Body, context: KindContext, rows: number) => Promise<RowPlan>;
}

/** A kind whose body's type is its own business. */
export interface RegisteredKind {
  readonly kind: QueryKind;
  readonly schema: z.ZodType<object>;
  readonly hasCacheKeys: boolean;
  readonly hasPages: boolean;
  override(body: object, overrides: QueryOverrides): object;
  run(body: object, context: KindContext): Promise<object>;
  /** Null for kinds that are answered in one piece. */
  readonly plan: ((body: object, context: KindContext, rows: number) => Promise<RowPlan>) | null;
}

/** Bodies are read by the schema again: those of background runs come from a store. */
export function registered<Body extends object>(
  definition: QueryKindDefinition<Body>,
): RegisteredKind {
  const { kind, schema, hasCacheKeys, override, run, plan } = definition;
  return {
    kind,
    schema,
    hasCacheKeys,
    hasPages: definition.hasPages ?? false,
    override: (body, overrides) =>
      override === undefined ? body : override(schema.parse(body), overrides),
    run: (body, context) => run(schema.parse(body), context),
    plan:
      plan === undefined ? null : (body, context, rows) => plan(schema.parse(body), context, rows),
  };
}
