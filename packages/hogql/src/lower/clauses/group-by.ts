import type { SelectQuery } from '../../syntax/ast';
import type { SqlExpr, SqlGrouping } from '../../clickhouse-sql/nodes';
import type { Environment } from '../scope/environment';

interface LoweredGrouping {
  readonly groupBy: readonly SqlExpr[];
  readonly grouping: SqlGrouping | null;
}

/** GROUP BY in all its modes; columns that a set leaves out have their type's default, as in the engine. */
export function lowerGroupBy(node: SelectQuery, env: Environment): LoweredGrouping {
  const exprs = node.groupBy ?? [];
  const mode = node.groupByMode ?? null;
  if (mode !== 'grouping_sets') {
    const groupBy = exprs.map((item) => env.lower(item).sql);
    return { groupBy, grouping: mode === null ? null : { mode, sets: [] } };
  }
  const sets = exprs.map((set) =>
    (set.type === 'Tuple' ? set.exprs : [set]).map((item) => env.lower(item).sql),
  );
  return { groupBy: [], grouping: { mode, sets } };
}
