import type { ActorsQueryBody } from '@tidemark/contracts';
import type {
  AstBuilder,
  Expr,
  FilterContext,
  JoinExpr,
  SelectQuery,
  Statement,
} from '@tidemark/hogql';
import { astBuilder, filterTreeExpr, parseSelect } from '@tidemark/hogql';
import { orderOf } from '../columns/column-text';
import { defaultOrder, orderExpr, rowsStatement } from '../columns/rows-statement';
import type { KindContext } from '../kind';
import type { ActorColumn, ActorNames } from './columns';
import { actorColumn, actorOrder } from './columns';
import type { ActorSource } from './sources';
import { findActorSource } from './sources';
import type { ActorStrategy } from './strategy';
import { searchOf, strategies } from './strategy';

export interface ActorsPlan {
  readonly statement: SelectQuery;
  readonly columns: readonly ActorColumn[];
  readonly strategy: ActorStrategy;
  readonly groupTypeIndex: number | null;
  /** Events for which recordings are requested. */
  readonly recorded: Statement | null;
}

/** The name of the source in the statement. */
const SOURCE = 'source';

const DISTINCT_IDS = 'event_distinct_ids';

/** `ActorsQuery` → HogQL (`docs/wire/query-kinds.md#actors-query`). @throws HogQLError */
export async function planActors(body: ActorsQueryBody, context: KindContext): Promise<ActorsPlan> {
  const ast = astBuilder({ start: 0, end: 0 });
  const { source: own } = body;
  const source =
    own === null || own === undefined ? null : await findActorSource(own.kind).source(own, context);
  const strategy = strategies[source?.actors ?? 'persons'];
  const inputs =
    (body.select ?? []).length > 0 ? (body.select ?? []) : defaultsOf(strategy, source);
  const persons = context.project.personDisplayNames ?? [];
  const names = { ...namesOf(strategy, source), persons };
  const columns = inputs.map((input) => actorColumn(input, names, ast));
  const byCreation = columns.some(({ text }) => text === 'created_at');
  const first = byCreation ? ast.field(strategy.table, 'created_at') : columns[0]?.expr;
  const statement = rowsStatement({
    select: columns.map(({ expr }) => expr),
    from: fromOf(strategy, source, ast),
    where: conditions(body, source, strategy, { ast, now: context.now, ...context.project }),
    orderBy: (body.orderBy ?? []).map((entry) => {
      const { column, order } = orderOf(entry);
      return orderExpr(actorOrder(column, names, ast), order);
    }),
    defaultOrder: defaultOrder(
      columns,
      orderExpr(first ?? ast.field(strategy.table, strategy.id), byCreation ? 'DESC' : 'ASC'),
    ),
    offset: Math.max(0, body.offset ?? 0),
  });
  return {
    statement,
    columns,
    strategy,
    groupTypeIndex: source?.groupTypeIndex ?? null,
    recorded: source?.recorded ?? null,
  };
}

/** Insights on events use the person stored on the events. */
function defaultsOf(strategy: ActorStrategy, source: ActorSource | null): readonly string[] {
  const withDistinctIds = source?.keepsUnknown === true && source.columns.includes(DISTINCT_IDS);
  return withDistinctIds ? [...strategy.defaultSelect, DISTINCT_IDS] : strategy.defaultSelect;
}

function namesOf(strategy: ActorStrategy, source: ActorSource | null): Omit<ActorNames, 'persons'> {
  if (source?.keepsUnknown !== true) {
    return { strategy, id: [strategy.table, strategy.id], source: null };
  }
  return {
    strategy,
    id: [SOURCE, source.idColumn],
    source: { name: SOURCE, columns: new Set(source.columns) },
  };
}

function fromOf(strategy: ActorStrategy, source: ActorSource | null, ast: AstBuilder): JoinExpr {
  const { selectFrom } = parseSelect(
    `select 1 from ${strategy.table} inner join (select 1) as ${SOURCE} on 1 = 1`,
  ) as SelectQuery;
  const nextJoin = selectFrom?.nextJoin ?? null;
  const on = nextJoin?.constraint ?? null;
  if (selectFrom === null || nextJoin === null || on === null) {
    throw new Error('the template of the statement has no JOIN');
  }
  if (source === null) return { ...selectFrom, nextJoin: null };
  // Sources contain actor ids as UUIDs or as text.
  const text = (...path: string[]): Expr => ast.call('toString', ast.field(...path));
  const same = [
    ast.compare('==', text(strategy.table, strategy.id), text(SOURCE, source.idColumn)),
    ...(source.actors === 'groups' && source.columns.includes('group_type_index')
      ? [ast.compare('==', text('groups', 'index'), text(SOURCE, 'group_type_index'))]
      : []),
  ];
  const constraint = { ...on, expr: ast.and(same) };
  if (source.keepsUnknown) {
    const { groupTypeIndex } = source;
    const ofType =
      groupTypeIndex === null
        ? []
        : [ast.compare('==', ast.field('groups', 'index'), ast.constant(groupTypeIndex))];
    const { nextJoin: _, ...actors } = selectFrom;
    return {
      ...nextJoin,
      joinType: null,
      table: source.statement,
      constraint: null,
      nextJoin: {
        ...actors,
        nextJoin: null,
        joinType: 'LEFT JOIN',
        constraint: { ...on, expr: ast.and([...same, ...ofType]) },
      },
    };
  }
  return { ...selectFrom, nextJoin: { ...nextJoin, table: source.statement, constraint } };
}

function conditions(
  body: ActorsQueryBody,
  source: ActorSource | null,
  strategy: ActorStrategy,
  reading: Pick<FilterContext, 'ast' | 'now' | 'timezone'>,
): readonly Expr[] {
  const { ast, now, timezone } = reading;
  const scope = strategy.table === 'persons' ? 'person' : 'group';
  const filters = { scope, table: strategy.table, ast, now, timezone } as const;
  const search = searchOf(body);
  // For sources that keep unknown actors, the join contains their group type.
  const index = source?.keepsUnknown === true ? null : (source?.groupTypeIndex ?? null);
  return [
    ...[body.properties, body.fixedProperties].flatMap((tree) =>
      tree === null || tree === undefined ? [] : [filterTreeExpr(tree, filters)],
    ),
    ...(search === null ? [] : [strategy.search(search, ast)]),
    ...(index === null
      ? []
      : [ast.compare('==', ast.field('groups', 'index'), ast.constant(index))]),
  ];
}
