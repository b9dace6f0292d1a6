import type { InterpolateExpr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { didYouMean } from '../scope/hints';
import { SelectScope } from '../scope/select-scope';
import { column } from '../../clickhouse-sql/build';
import type { SqlSelect } from '../../clickhouse-sql/nodes';
import { createEnvironment } from '../expressions/create-environment';
import type { Environment } from '../scope/environment';
import type { OutputColumn } from '../scope/lowered-query';
import { typed } from '../scope/typed';

/** INTERPOLATE can refer only to columns of the result. */
export function lowerInterpolate(
  items: readonly InterpolateExpr[] | null,
  columns: readonly OutputColumn[],
  env: Environment,
): SqlSelect['interpolate'] & (object | null) {
  if (items === null) return null;
  const scope = new SelectScope(env.scope.ctes);
  const names = columns.map(({ name }) => name);
  for (const { name, value } of columns) {
    scope.addAlias(name, typed(column(null, name), value.type), { start: 0, end: 0 });
  }
  const inside = createEnvironment(env.context, scope);
  return items.map((item) => {
    if (!names.includes(item.name)) {
      const message = `INTERPOLATE needs a column of the result: ${item.name}${didYouMean(item.name, names)}`;
      throw new HogQLError('hogql_query_error', message, item);
    }
    return { name: item.name, expr: item.value === null ? null : inside.lower(item.value).sql };
  });
}
