import type { GroupsQueryBody } from '@tidemark/contracts';
import { groupsQuerySchema } from '@tidemark/contracts';
import type { Expr, OrderExpr, SelectQuery } from '@tidemark/hogql';
import { astBuilder, filterTreeExpr, parseExpr, parseSelect } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import { orderOf } from '../columns/column-text';
import { rowsResponse } from '../columns/rows-response';
import { defaultOrder, orderExpr, rowsStatement } from '../columns/rows-statement';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';

const DEFAULT_LIMIT = 100;

/** A column of the wire format: the name of a group, with its key. */
const GROUP_NAME = 'group_name';
const DISPLAY_NAME = 'coalesce(toString(properties.name), toString(key))';
const BY_CREATION = 'created_at DESC';

/** Groups of one type, the newest first. */
export const groupsQuery: QueryKindDefinition<GroupsQueryBody> = {
  ...CALCULATED,
  kind: 'GroupsQuery',
  schema: groupsQuerySchema,
  staleness: 'any_event',
  respond,
};

async function respond(body: GroupsQueryBody, context: KindContext): Promise<object> {
  const given = body.select ?? [];
  const columns = [...new Set(given.length === 0 ? [GROUP_NAME] : given)];
  const rows = (body.limit ?? 0) > 0 ? (body.limit ?? DEFAULT_LIMIT) : DEFAULT_LIMIT;
  const compiled = await context.time('./hogql', () =>
    context.compile(groupsStatement(body, columns, context), {
      modifiers: body.modifiers,
      defaultLimit: rows,
    }),
  );
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const named = columns.indexOf(GROUP_NAME);
  const page = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  const results = page.map((row) =>
    row.map((cell, at) => (at === named && Array.isArray(cell) ? nameCell(cell) : cell)),
  );
  return {
    kind: 'GroupsQuery',
    ...rowsResponse({ body, compiled, executed, columns, results, context }),
  };
}

function nameCell([name, key]: readonly unknown[]): object {
  return { display_name: name, key: String(key) };
}

function groupsStatement(
  body: GroupsQueryBody,
  columns: readonly string[],
  { now, project }: KindContext,
): SelectQuery {
  const ast = astBuilder({ start: 0, end: 0 });
  const { selectFrom } = parseSelect('select 1 from groups') as SelectQuery;
  if (selectFrom === null) throw new Error('the template of the statement has no FROM');
  const filters = {
    scope: 'group',
    table: 'groups',
    ast,
    now,
    timezone: project.timezone,
  } as const;
  const search = body.search ?? '';
  const exprs = columns.map((column) =>
    column === GROUP_NAME ? parseExpr(`tuple(${DISPLAY_NAME}, toString(key))`) : parseExpr(column),
  );
  const like = (of: Expr, pattern: string): Expr => ast.compare('ilike', of, ast.constant(pattern));
  const name = parseExpr(DISPLAY_NAME);
  const own = (body.orderBy ?? []).map(orderFrom);
  // The best match first: equal, then starting with the text, then containing it.
  const nearest = orderExpr(
    ast.call(
      'multiIf',
      like(name, search),
      ast.constant(0),
      like(name, `${search}%`),
      ast.constant(1),
      ast.constant(2),
    ),
    'ASC',
  );
  const isSearch = search !== '';
  const usual = [...(isSearch ? [nearest] : []), orderFrom(BY_CREATION)];
  const aggregate = defaultOrder(
    columns.map((text, at) => ({ text, expr: exprs[at] ?? name })),
    orderFrom(BY_CREATION),
  );
  const isAggregated = aggregate.expr.type !== 'Field';
  const ordered = own.length > 0 ? [...own, ...(isSearch ? [nearest] : [])] : usual;
  return rowsStatement({
    select: exprs,
    from: selectFrom,
    where: [
      ast.compare('==', ast.field('groups', 'index'), ast.constant(body.group_type_index)),
      ...((body.properties ?? null) === null ? [] : [filterTreeExpr(body.properties, filters)]),
      ...(isSearch
        ? [
            ast.or([
              like(parseExpr('toString(properties.name)'), `%${search}%`),
              like(parseExpr('toString(key)'), `%${search}%`),
            ]),
          ]
        : []),
    ],
    orderBy: isAggregated ? own : ordered,
    defaultOrder: aggregate,
    offset: Math.max(0, body.offset ?? 0),
  });
}

function orderFrom(entry: string): OrderExpr {
  const { column, order } = orderOf(entry);
  return orderExpr(parseExpr(column === GROUP_NAME ? DISPLAY_NAME : column), order);
}
