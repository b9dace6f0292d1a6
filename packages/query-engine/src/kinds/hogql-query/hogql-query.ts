import type { HogQLQueryBody } from '@tidemark/contracts';
import { hogQLQuerySchema } from '@tidemark/contracts';
import type { CompiledQuery, Statement } from '@tidemark/hogql';
import { HogQLError, parseSelect, replaceFilters } from '@tidemark/hogql';
import { fillVariables } from '../../plan/variables';
import { QueryError } from '../../query-error';
import type { QueryPage } from '../../query-request';
import type { KindContext, QueryKindDefinition } from '../kind';
import { validAnswer } from '../metadata/answer';
import { overrideFilters, overrideVariables } from '../overrides';
import type { HogQLQueryAnswer } from './response';
import { pageable, pageStatement } from './page-statement';
import { failedAnswer, hogqlAnswer } from './response';

/** SQL (`wire/hogql.md` §9). */
export const hogQLQuery: QueryKindDefinition<HogQLQueryBody> = {
  kind: 'HogQLQuery',
  schema: hogQLQuerySchema,
  hasCacheKeys: true,
  hasPages: true,
  override: (body, overrides) => ({
    ...body,
    filters: overrideFilters(body.filters, overrides),
    variables: overrideVariables(body.variables, overrides),
  }),
  async plan(body, context, rows) {
    const compiled = await compile(body, context, rows);
    return { compiled, columns: compiled.columns };
  },
  async run(body, context) {
    const debug = body.explain === true || body.modifiers?.['debug'] === true;
    try {
      return await answer(body, debug, context);
    } catch (error) {
      // Who asks for debug output gets the mistake inside it.
      if (!debug || !isVisible(error)) throw error;
      return failedAnswer(body, error.message, context);
    }
  },
};

async function answer(
  body: HogQLQueryBody,
  debug: boolean,
  context: KindContext,
): Promise<HogQLQueryAnswer> {
  const compiled = await context.time('./hogql', () =>
    context.page === null ? compile(body, context) : compilePage(body, context, context.page),
  );
  const metadata = debug
    ? validAnswer(
        { query: body.query, isStatement: true, shift: 0 },
        await statementOf(body, context),
        compiled,
      )
    : null;
  const explain = debug ? await context.time('./explain', () => context.explain(compiled)) : null;
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  return hogqlAnswer({ body, compiled, executed, explain, metadata, context });
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

/** @throws HogQLError for statements that have no pages of their own */
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
  // Shortcuts look for the newest rows, not for those of a page.
  return { ...whole, shortcuts: [] };
}

/** Text → tree with `{filters}` and `{variables.x}` filled in. @throws HogQLError */
export async function statementOf(
  { query, filters, values, variables, connectionId }: HogQLQueryBody,
  { now, project, lookups }: Pick<KindContext, 'now' | 'project' | 'lookups'>,
): Promise<Statement> {
  if ((connectionId ?? null) !== null) {
    throw new HogQLError(
      'hogql_not_implemented',
      'Connections to other databases (connectionId) are not supported',
    );
  }
  const statement = await fillVariables(parseSelect(query), variables ?? {}, (names) =>
    lookups.findVariables(project.id, names),
  );
  if (Object.hasOwn(values ?? {}, 'filters')) {
    if ((filters ?? null) === null) return statement;
    throw new HogQLError(
      'hogql_query_error',
      "A query can have either 'filters' or a placeholder value called 'filters', not both",
    );
  }
  return replaceFilters(statement, {
    filters: filters ?? {},
    testAccountFilters: project.testAccountFilters ?? [],
    pathCleaning: project.pathCleaning ?? [],
    now,
    timezone: project.timezone,
  });
}

function isVisible(error: unknown): error is Error {
  return error instanceof HogQLError || (error instanceof QueryError && error.exposable);
}
