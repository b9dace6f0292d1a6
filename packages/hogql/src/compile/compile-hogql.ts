import type { Span, Statement } from '../syntax/ast';
import { createCatalogue } from '../catalogue';
import { lowerMatchesAction } from '../features/actions/matches-action';
import { lowerInCohort } from '../features/cohorts/in-cohort';
import { HogQLError } from '../syntax/errors';
import type { Advice } from '../lower/scope/advice';
import type { LoweringContext } from '../lower/scope/environment';
import type { LoweredQuery } from '../lower/scope/lowered-query';
import { lowerQuery } from '../lower/clauses/query';
import { parseSelect } from '../syntax/parser';
import { replacePlaceholders } from '../substitution/replace-placeholders';
import type { OutputName } from '../clickhouse-sql/print/named-outputs';
import { printSql } from '../clickhouse-sql/print/print-sql';
import type { PrintedSql } from '../clickhouse-sql/print/print-sql';
import { printHogQL } from '../syntax/print';
import { CteScope } from '../lower/scope/ctes';
import { column, selectFrom } from '../clickhouse-sql/build';
import type { SqlQuery } from '../clickhouse-sql/nodes';
import type { TypeKind } from '../types/value-type';
import type { CompileContext } from './context';
import { applyLimits } from './limits';
import type { Pagination } from './limits';
import { recentStatements } from './newest-first';

/** The number of tables and WITH expansions that one statement may read. */
const MAX_EXPANSIONS = 200;

const DEFAULT_MODE = 'person_id_override_properties_on_events';

/** A field as the user wrote it. */
interface ResolvedField extends Span {
  readonly chain: readonly (string | number)[];
  readonly kind: TypeKind;
}

export interface CompiledQuery {
  readonly sql: string;
  /** Values of the `{pN:String}` parameters in `sql`. */
  readonly params: Record<string, string>;
  /** Names of the columns that `sql` returns, for `withOutputNames`. */
  readonly outputs: readonly OutputName[];
  /** Names of the result's columns, in order. */
  readonly columns: string[];
  /** The types of the columns, where the compiler knows them. */
  readonly kinds: readonly TypeKind[];
  /** The executed statement, with the applied limit. */
  readonly hogql: string;
  /** Set when the outermost SELECT had no LIMIT: `sql` requests `limit + 1` rows. */
  readonly pagination: Pagination | null;
  readonly tableNames: string[];
  /** The physical tables that the statement reads. */
  readonly physicalTables: string[];
  /** Fields of the statement with their resolved meaning, for editors. */
  readonly fields: readonly ResolvedField[];
  /** Suggestions for improvements of the statement, for editors. */
  readonly advice: readonly Advice[];
  readonly warnings: string[];
  /**
   * Cheaper statements to try first, in order: the first that returns `enoughRows` rows is the result. `sql` is
   * always correct.
   */
  readonly shortcuts: readonly Shortcut[];
}

interface Shortcut {
  readonly sql: string;
  readonly params: Record<string, string>;
  readonly enoughRows: number;
}

/** Information about a statement for editors. */
interface Notes {
  readonly fields: ResolvedField[];
  readonly advice: Advice[];
}

function createContext(compile: CompileContext, notes: Notes): LoweringContext {
  let expansions = 0;
  const context: LoweringContext = {
    project: compile,
    features: {
      lowerMatchesAction: (node, env) => lowerMatchesAction(node, env, compile.actions),
      lowerInCohort: (node, env) => lowerInCohort(node, env, compile.cohorts ?? []),
    },
    catalogue: createCatalogue({
      mode: compile.modifiers?.personsOnEventsMode ?? DEFAULT_MODE,
      cohorts: compile.cohorts ?? [],
      groupTypes: compile.groupTypes ?? [],
      personsJoinMode: compile.modifiers?.personsJoinMode,
      warehouse: compile.warehouseTables ?? [],
      channelRules: compile.modifiers?.customChannelTypeRules ?? [],
      bounceRateDurationSeconds: compile.modifiers?.bounceRateDurationSeconds,
      storedUntil: compile.storedUntil,
      storedAfter: compile.storedAfter,
      isTextProperty: compile.isTextProperty,
    }),
    zone: compile.modifiers?.convertToProjectTimezone === false ? 'UTC' : compile.timezone,
    tableNames: new Set(),
    noteField: ({ chain, start, end }, { type: { kind } }) => {
      notes.fields.push({ chain, start, end, kind });
    },
    advise: (advice) => {
      notes.advice.push(advice);
    },
    label: (node) => printHogQL(node),
    lowerQuery: (statement, ctes, nested) => lowerQuery(statement, ctes, nested, context),
    lowerView: (statement) => lowerQuery(statement, CteScope.empty, true, quiet),
    countExpansion: (node) => {
      expansions += 1;
      if (expansions > MAX_EXPANSIONS) {
        throw new HogQLError('hogql_query_error', 'Too many table or CTE expansions', node);
      }
    },
  };
  // Fields of a view have no position in the text of the statement.
  const quiet: LoweringContext = {
    ...context,
    noteField: () => undefined,
    advise: () => undefined,
    lowerQuery: (statement, ctes, nested) => lowerQuery(statement, ctes, nested, quiet),
  };
  return context;
}

/**
 * Compiles HogQL text to guarded ClickHouse SQL with bound parameters.
 * @throws HogQLError for any error in the statement, with its position
 */
export function compileHogQL(source: string, compile: CompileContext): CompiledQuery {
  return compileStatement(parseSelect(source), compile);
}

/** LIMIT in per cent or WITH TIES: the number of rows is unknown. */
function isOpenEnded({ limitPercent, limitWithTies }: Statement): boolean {
  return limitPercent === true || limitWithTies === true;
}

function ignoredClauses(statement: Statement): string[] {
  const hasTotals = statement.type === 'SelectQuery' && statement.withTotals === true;
  return hasTotals ? ['WITH TOTALS has no effect: WITH ROLLUP adds a row of totals.'] : [];
}

function physicalTables({ tableNames, catalogue }: LoweringContext): string[] {
  const names = [...tableNames].flatMap((name) => catalogue.get(name)?.physical ?? []);
  return [...new Set(names)];
}

const WHOLE = 'whole';

function cutOff(lowered: LoweredQuery, maxRows: number): SqlQuery {
  const outputs = lowered.columns.map(({ name }) => ({ name, expr: column(WHOLE, name) }));
  const from = { source: lowered.build(), alias: WHOLE, joins: [] };
  return { ...selectFrom(from, outputs), limit: maxRows };
}

/** Compiles a statement that is parsed already. */
export function compileStatement(parsed: Statement, compile: CompileContext): CompiledQuery {
  const filled = replacePlaceholders(parsed, compile.values ?? {});
  const { statement, pagination, warnings } = applyLimits(filled, compile);
  const notes: Notes = { fields: [], advice: [] };
  const context = createContext(compile, notes);
  const lowered = context.lowerQuery(statement, CteScope.empty, false);
  const shortcuts = recentStatements(statement, compile.now).map((recent) => ({
    ...printed(recent.statement, compile),
    enoughRows: recent.enoughRows,
  }));
  const query = isOpenEnded(statement) ? cutOff(lowered, compile.maxRows) : lowered.build();
  const { sql, params, nameOf } = printSql(query, compile.projectId);
  return {
    sql,
    params,
    outputs: lowered.columns.map(({ name }) => ({ sql: nameOf(name), name })),
    columns: lowered.columns.map((column) => column.label),
    kinds: lowered.columns.map(({ value }) => value.type.kind),
    hogql: printHogQL(statement),
    pagination,
    tableNames: [...context.tableNames],
    physicalTables: physicalTables(context),
    ...notes,
    warnings: [...warnings, ...ignoredClauses(statement)],
    shortcuts,
  };
}

function printed(
  statement: Statement,
  compile: CompileContext,
): Pick<PrintedSql, 'sql' | 'params'> {
  const lowered = createContext(compile, { fields: [], advice: [] }).lowerQuery(
    statement,
    CteScope.empty,
    false,
  );
  const { sql, params } = printSql(lowered.build(), compile.projectId);
  return { sql, params };
}
