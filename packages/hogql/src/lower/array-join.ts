import type { ArrayJoin } from '../ast';
import { column } from '../sql/build';
import type { SqlArrayJoin } from '../sql/nodes';
import { UNKNOWN } from '../types/value-type';
import type { Environment } from './environment';
import { typed } from './typed';

/**
 * `ARRAY JOIN array AS name`: the name stands for one element per row. In SQL it has a name of its own, so
 * that it may be called like a column of the table.
 */
export function lowerArrayJoin({ kind, arrays }: ArrayJoin, env: Environment): SqlArrayJoin {
  const lowered = arrays.map(({ alias, expr }) => ({
    name: `${alias}__element`,
    expr: env.lower(expr).sql,
  }));
  arrays.forEach((array, at) => {
    const name = lowered[at]?.name ?? array.alias;
    env.scope.addAlias(array.alias, typed(column(null, name), UNKNOWN), array);
  });
  return { left: kind === 'LEFT ARRAY JOIN', arrays: lowered };
}
