import type { CTE, SelectSetQuery } from '../../syntax/ast';
import { readsTable } from '../../analysis/referenced-tables';
import { HogQLError } from '../../syntax/errors';
import type { CteScope } from '../scope/ctes';
import type { TableReader } from '../scope/table-reader';
import { call, column, selectFrom } from '../../clickhouse-sql/build';
import type { SqlExpr, SqlQuery } from '../../clickhouse-sql/nodes';
import type { LoweringContext } from '../scope/environment';
import type { OutputColumn } from '../scope/lowered-query';
import { toInteger } from '../operators/casts';
import { FixedReader } from '../readers/fixed-reader';
import type { Typed } from '../scope/typed';
import { typed } from '../scope/typed';

const BASE = 'base';

/** `WITH RECURSIVE name AS (first part UNION ALL part that reads name)`, as the engine runs it. */
export function recursiveReader(
  cte: CTE,
  statement: SelectSetQuery,
  scope: CteScope,
  context: LoweringContext,
): TableReader {
  checkShape(cte, statement);
  const first = statement.initialSelectQuery;
  const shared = first.type === 'SelectQuery' ? scope.with(first.ctes) : scope;
  const base = context.lowerQuery(first, scope, false);
  const names = cte.columns ?? base.columns.map(({ name }) => name);
  if (names.length !== base.columns.length) {
    throw new HogQLError(
      'hogql_query_error',
      `${cte.name} has ${base.columns.length} columns, but ${names.length} names are given`,
      cte,
    );
  }
  const outputs = base.columns.map((output, at): OutputColumn => {
    const name = names[at] ?? output.name;
    return { name, label: name, value: { sql: column(null, name), type: output.value.type } };
  });
  const sqlName = `recursive__${cte.name}`;
  const inside = shared.withSelf(cte.name, sqlName, outputs);
  const parts = statement.subsequentSelectQueries.map(({ selectQuery }) =>
    context.lowerQuery(selectQuery, inside, false),
  );
  if (parts.some((part) => part.columns.length !== outputs.length)) {
    throw new HogQLError(
      'hogql_query_error',
      'All parts of a set query must have the same number of columns',
      statement,
    );
  }
  const head: SqlQuery = selectFrom(
    { source: base.build(), alias: BASE, joins: [] },
    outputs.map(({ name }, at) => ({
      name,
      expr: widened(base.columns[at]?.value, base.columns[at]?.name ?? name),
    })),
  );
  const rest = parts.map((part) => ({ operator: 'UNION ALL', query: part.build() }));
  return new FixedReader(outputs, {
    kind: 'recursive',
    name: sqlName,
    query: { kind: 'set', first: head, rest },
    columns: outputs.map(({ name }) => name),
  });
}

/** The first part decides the types: a literal 1 would make a column that overflows at 255. */
function widened(value: Typed | undefined, name: string): SqlExpr {
  const sql = column(BASE, name);
  if (value?.type.kind !== 'Integer') return sql;
  const wide = toInteger(typed(call('toString', sql), value.type)).sql;
  return value.type.nullable ? wide : call('assumeNotNull', wide);
}

function checkShape(cte: CTE, statement: SelectSetQuery): void {
  if (readsTable(statement.initialSelectQuery, cte.name)) {
    throw new HogQLError(
      'hogql_query_error',
      `The first part of ${cte.name} must not read ${cte.name}`,
      cte,
    );
  }
  const other = statement.subsequentSelectQueries.find(
    ({ setOperator }) => setOperator !== 'UNION ALL',
  );
  const hasTail =
    statement.orderBy !== null || statement.limit !== null || statement.offset !== null;
  if (other !== undefined || hasTail) {
    const message = `The parts of the recursive query ${cte.name} can only be joined by UNION ALL, without ORDER BY or LIMIT`;
    throw new HogQLError('hogql_query_error', message, other ?? cte);
  }
}
