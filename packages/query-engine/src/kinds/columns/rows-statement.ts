import type { Expr, JoinExpr, OrderExpr, SelectQuery } from '@tidemark/hogql';
import { containsAggregation, parseOrderExpr, parseSelect } from '@tidemark/hogql';

/** Columns of rows, with their conditions and order. */
export interface RowsPlan {
  readonly select: readonly Expr[];
  readonly from: JoinExpr;
  readonly where: readonly Expr[];
  /** Empty = the default order. */
  readonly orderBy: readonly OrderExpr[];
  readonly defaultOrder: OrderExpr;
  readonly offset: number;
}

const AT = { start: 0, end: 0 };

/**
 * The statement of a query for rows. If some columns are aggregates, the others are the keys of GROUP BY, and
 * conditions on aggregates filter the groups (`docs/wire/query-kinds.md#events-aggregates`). It has no LIMIT: the
 * caller adds one.
 */
export function rowsStatement(plan: RowsPlan): SelectQuery {
  const bare = plan.select.map((expr) => (expr.type === 'Alias' ? expr.expr : expr));
  const aggregated = bare.some(containsAggregation);
  const groupBy = bare.filter((expr) => !containsAggregation(expr));
  return {
    ...(parseSelect('select 1') as SelectQuery),
    select: plan.select,
    selectFrom: plan.from,
    where: all(plan.where.filter((expr) => !containsAggregation(expr))),
    having: all(plan.where.filter(containsAggregation)),
    groupBy: aggregated && groupBy.length > 0 ? groupBy : null,
    orderBy: plan.orderBy.length > 0 ? plan.orderBy : [plan.defaultOrder],
    offset: { type: 'Constant', value: plan.offset, ...AT },
  };
}

/** The default order: the largest first if there is an aggregate, else by `otherwise`. */
export function defaultOrder(
  columns: readonly { readonly text: string; readonly expr: Expr }[],
  otherwise: OrderExpr,
): OrderExpr {
  const bare = columns.map(({ text, expr }) => ({
    text,
    expr: expr.type === 'Alias' ? expr.expr : expr,
  }));
  const counted = bare.find(({ text }) => text === 'count()');
  const aggregate = counted ?? bare.find(({ expr }) => containsAggregation(expr));
  return aggregate === undefined ? otherwise : orderExpr(aggregate.expr, 'DESC');
}

export function orderExpr(expr: Expr, order: OrderExpr['order']): OrderExpr {
  return { ...parseOrderExpr('1'), expr, order };
}

function all(exprs: readonly Expr[]): Expr | null {
  const [only] = exprs;
  if (only === undefined) return null;
  return exprs.length === 1 ? only : { type: 'And', exprs, ...AT };
}
