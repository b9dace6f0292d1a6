import type { EventsQueryBody } from '@tidemark/contracts';
import type { AstBuilder, OrderExpr, SelectQuery } from '@tidemark/hogql';
import { astBuilder, containsAggregation, parseSelect } from '@tidemark/hogql';
import { orderOf } from '../columns/column-text';
import { defaultOrder, orderExpr, rowsStatement } from '../columns/rows-statement';
import type { KindContext } from '../kind';
import type { EventColumn } from './columns';
import { eventColumn, eventOrder } from './columns';
import { eventConditions } from './conditions';
import { sourceConditions } from './source';

export interface EventsPlan {
  readonly statement: SelectQuery;
  readonly columns: readonly EventColumn[];
  /** Whether rows end with an additional column for the cursor: the timestamp. */
  readonly hasCursor: boolean;
}

/** `EventsQuery` → HogQL (`docs/wire/query-kinds.md#events-query`). @throws HogQLError */
export async function planEvents(body: EventsQueryBody, context: KindContext): Promise<EventsPlan> {
  const from = parseSelect('select 1 from events') as SelectQuery;
  if (from.selectFrom === null) throw new Error('the template of the statement has no FROM');
  const ast = astBuilder({ start: 0, end: 0 });
  const inputs = body.select.length === 0 ? ['*'] : body.select;
  const names = context.project.personDisplayNames ?? [];
  const columns = inputs.map((input) => eventColumn(input, names, ast));
  const orderBy = (body.orderBy ?? []).map((entry) => {
    const { column, order } = orderOf(entry);
    return orderExpr(eventOrder(column, names, ast), order);
  });
  const otherwise = fallbackOrder(columns, ast);
  const aggregated = columns.some(({ expr }) => containsAggregation(expr));
  const [first = otherwise] = orderBy;
  const hasCursor = !aggregated && isTimestamp(first);
  const statement = rowsStatement({
    select: [
      ...columns.map(({ expr }) => expr),
      // The name must be one that users hardly ever use for a column.
      ...(hasCursor ? [alias(ast)] : []),
    ],
    from: from.selectFrom,
    where: [
      ...(await eventConditions(body, context, ast)),
      ...(await sourceConditions(body, context, ast)),
    ],
    orderBy,
    defaultOrder: defaultOrder(columns, otherwise),
    offset: Math.max(0, body.offset ?? 0),
  });
  return { statement, columns, hasCursor };
}

function fallbackOrder(columns: readonly EventColumn[], ast: AstBuilder): OrderExpr {
  if (columns.some(({ text }) => text === 'timestamp')) {
    return orderExpr(ast.field('timestamp'), 'DESC');
  }
  const [first] = columns;
  if (first === undefined || first.kind !== 'value') return orderExpr(ast.field('uuid'), 'ASC');
  return orderExpr(first.expr.type === 'Alias' ? first.expr.expr : first.expr, 'ASC');
}

function isTimestamp({ expr }: OrderExpr): boolean {
  if (expr.type !== 'Field') return false;
  const path = expr.chain.join('.');
  return path === 'timestamp' || path === 'events.timestamp';
}

function alias(ast: AstBuilder) {
  const expr = ast.field('timestamp');
  return { type: 'Alias', alias: '__cursor', expr, start: 0, end: 0 } as const;
}
