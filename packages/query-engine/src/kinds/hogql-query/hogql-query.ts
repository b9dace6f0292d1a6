import type { HogQLQueryBody } from '@tidemark/contracts';
import { hogQLQuerySchema } from '@tidemark/contracts';
import type { CompiledQuery } from '@tidemark/hogql';
import { HogQLError } from '@tidemark/hogql';
import { statementOf } from '../../plan/sql-statement';
import { QueryError } from '../../query-error';
import type { QueryPage } from '../../query-request';
import type { KindContext, QueryKindDefinition } from '../kind';
import { validMetadata } from '../metadata/response';
import type { QueryOverrides } from '../overrides';
import { overrideFilters, overrideVariables, warnOfIgnored } from '../overrides';
import type { HogQLQueryResponse } from './response';
import { pageable, pageStatement } from './page-statement';
import { failedResponse, sqlResponse } from './response';

const TAKEN_FILTERS = ['date_from', 'date_to', 'properties', 'filterTestAccounts'] as const;

/** SQL (`docs/wire/hogql.md#hogql-query`). */
export const hogQLQuery: QueryKindDefinition<HogQLQueryBody> = {
  kind: 'HogQLQuery',
  schema: hogQLQuerySchema,
  staleness: 'any_event',
  integers: 'exact',
  hasPages: true,
  insightType: 'SQL',
  override: overrideSql,
  async plan(body, context, rows) {
    const compiled = await compile(body, context, rows);
    return { compiled, columns: compiled.columns };
  },
  async respond(body, context) {
    const debug = body.explain === true || body.modifiers?.['debug'] === true;
    try {
      return await executeSql(body, debug, context);
    } catch (error) {
      // With debug output the error is part of the response.
      if (!debug || !isVisible(error)) throw error;
      return failedResponse(body, error.message, context);
    }
  },
};

export function overrideSql(body: HogQLQueryBody, overrides: QueryOverrides): HogQLQueryBody {
  warnOfIgnored(overrides, body.kind, TAKEN_FILTERS);
  return {
    ...body,
    filters: overrideFilters(body.filters, overrides),
    variables: overrideVariables(body.variables, overrides),
  };
}

async function executeSql(
  body: HogQLQueryBody,
  debug: boolean,
  context: KindContext,
): Promise<HogQLQueryResponse> {
  const compiled = await context.time('./hogql', () =>
    context.page === null ? compile(body, context) : compilePage(body, context, context.page),
  );
  const metadata = debug
    ? validMetadata(
        { query: body.query, isStatement: true, shift: 0 },
        await statementOf(body, context),
        compiled,
      )
    : null;
  const explain = debug ? await context.time('./explain', () => context.explain(compiled)) : null;
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  return sqlResponse({ body, compiled, executed, explain, metadata, context });
}

async function compile(
  body: HogQLQueryBody,
  context: KindContext,
  rows?: number,
): Promise<CompiledQuery> {
  const { values, modifiers } = body;
  return context.compile(await statementOf(body, context), {
    values: values ?? {},
    modifiers,
    ...(rows !== undefined && { defaultLimit: rows }),
  });
}

/** @throws HogQLError for statements that cannot be read page by page */
async function compilePage(
  body: HogQLQueryBody,
  context: KindContext,
  page: QueryPage,
): Promise<CompiledQuery> {
  const { values, modifiers } = body;
  const options = { values: values ?? {}, modifiers, defaultLimit: page.size };
  const statement = pageable(await statementOf(body, context));
  const { columns } = await context.compile(statement, options);
  const whole = await context.compile(pageStatement(statement, columns.length, page), options);
  // Shortcuts find the newest rows, not those of a page.
  return { ...whole, shortcuts: [] };
}

function isVisible(error: unknown): error is Error {
  return error instanceof HogQLError || (error instanceof QueryError && error.exposable);
}
