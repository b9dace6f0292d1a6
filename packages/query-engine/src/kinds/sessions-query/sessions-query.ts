import type { SessionsQueryBody } from '@tidemark/contracts';
import { sessionsQuerySchema } from '@tidemark/contracts';
import type { CompiledQuery, OrderExpr, SelectQuery } from '@tidemark/hogql';
import { astBuilder, parseSelect } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import { orderOf } from '../columns/column-text';
import { compileRows } from '../columns/compile-rows';
import { overrideRows } from '../columns/override-rows';
import { rowsResponse } from '../columns/rows-response';
import { defaultOrder, orderExpr, rowsStatement } from '../columns/rows-statement';
import type { KindContext, QueryKindDefinition, RowPlan } from '../kind';
import type { SessionColumn } from './columns';
import { SESSION_FIELDS, sessionColumn, sessionOrder } from './columns';
import { sessionConditions } from './conditions';

const DEFAULT_LIMIT = 100;

/** Rows of sessions with chosen columns: the counterpart of `EventsQuery` for sessions. */
export const sessionsQuery: QueryKindDefinition<SessionsQueryBody> = {
  kind: 'SessionsQuery',
  schema: sessionsQuerySchema,
  staleness: 'any_event',
  integers: 'exact',
  hasPages: false,
  insightType: null,
  override: overrideRows,
  respond,
  plan,
};

interface SessionsPlan {
  readonly compiled: CompiledQuery;
  readonly columns: readonly SessionColumn[];
}

async function compile(
  body: SessionsQueryBody,
  context: KindContext,
  rows: number,
): Promise<SessionsPlan> {
  const { statement, columns } = await planSessions(body, context);
  const compiled = await compileRows(statement, body, context, rows);
  return { compiled, columns };
}

/** @throws HogQLError */
async function planSessions(
  body: SessionsQueryBody,
  context: KindContext,
): Promise<{ readonly statement: SelectQuery; readonly columns: readonly SessionColumn[] }> {
  const ast = astBuilder({ start: 0, end: 0 });
  const names = context.project.personDisplayNames ?? [];
  const inputs = body.select.length === 0 ? ['*'] : body.select;
  const columns = inputs.map((input) => sessionColumn(input, names, ast));
  const orderBy = (body.orderBy ?? []).map((entry) => {
    const { column, order } = orderOf(entry);
    return orderExpr(sessionOrder(column, names, ast), order);
  });
  const where = await sessionConditions(body, context, ast);
  const { selectFrom } = parseSelect('select 1 from sessions') as SelectQuery;
  if (selectFrom === null) throw new Error('the template of the statement has no FROM');
  const statement = rowsStatement({
    select: columns.map(({ expr }) => expr),
    from: selectFrom,
    where,
    orderBy,
    defaultOrder: defaultOrder(columns, fallbackOrder(columns)),
    offset: Math.max(0, body.offset ?? 0),
  });
  return { statement, columns };
}

/** The newest first if their start is shown, else by the first column. */
function fallbackOrder(columns: readonly SessionColumn[]): OrderExpr {
  const begun = columns.find(({ text }) => text === '$start_timestamp');
  const { expr } = begun ?? columns[0] ?? { expr: null };
  if (expr === null) throw new Error('the query has no columns');
  return orderExpr(expr.type === 'Alias' ? expr.expr : expr, begun === undefined ? 'ASC' : 'DESC');
}

async function plan(body: SessionsQueryBody, context: KindContext, rows: number): Promise<RowPlan> {
  const { compiled, columns } = await compile(body, context, rows);
  return {
    compiled,
    columns: columns.map(({ name }) => name),
    cells: (found) => Promise.resolve(cellsOf(found, columns)),
  };
}

async function respond(body: SessionsQueryBody, context: KindContext): Promise<object> {
  const { compiled, columns } = await compile(body, context, DEFAULT_LIMIT);
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const page = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  const names = columns.map(({ name }) => name);
  const results = cellsOf(page, columns);
  return rowsResponse({ body, compiled, executed, columns: names, results, context });
}

/** Whole sessions and names of persons as objects. */
function cellsOf(
  rows: readonly (readonly unknown[])[],
  columns: readonly SessionColumn[],
): unknown[][] {
  return rows.map((row) =>
    columns.map(({ kind }, at) => {
      const cell = row[at];
      const parts = Array.isArray(cell) ? (cell as unknown[]) : [];
      if (kind === 'session') {
        return Object.fromEntries(SESSION_FIELDS.map((name, i) => [name, parts[i]]));
      }
      if (kind === 'value') return cell;
      const [name, id, distinctId] = parts;
      return { display_name: name, id, distinct_id: distinctId };
    }),
  );
}
