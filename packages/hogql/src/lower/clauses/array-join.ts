import type { ArrayJoin, Expr } from '../../syntax/ast';
import { column } from '../../clickhouse-sql/build';
import type { SqlArrayJoin } from '../../clickhouse-sql/nodes';
import { UNKNOWN } from '../../types/value-type';
import type { Environment } from '../scope/environment';
import { typed } from '../scope/typed';

/**
 * `ARRAY JOIN array AS name`: the name means one element per row. The SQL uses a different name, so that `name` may
 * equal the name of a column.
 */
export function lowerArrayJoin(
  { kind, arrays }: ArrayJoin,
  select: readonly Expr[],
  env: Environment,
): SqlArrayJoin {
  const lowered = arrays.map(({ alias, expr }) => ({
    name: `${alias}__element`,
    expr: env.lower(aliased(expr, select, env) ?? expr).sql,
  }));
  arrays.forEach((array, at) => {
    const name = lowered[at]?.name ?? array.alias;
    env.scope.addAlias(array.alias, typed(column(null, name), UNKNOWN), array);
  });
  return { left: kind === 'LEFT ARRAY JOIN', arrays: lowered };
}

/** Resolves an array that is named by an alias of the SELECT, if no table has the name. */
function aliased(array: Expr, select: readonly Expr[], { scope }: Environment): Expr | null {
  if (array.type !== 'Field' || array.chain.length !== 1) return null;
  const name = String(array.chain[0]);
  if (scope.tables.some(({ reader }) => reader.has(name))) return null;
  const column = select.find((item) => item.type === 'Alias' && item.alias === name);
  return column?.type === 'Alias' ? column.expr : null;
}
