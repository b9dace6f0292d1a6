import type { CTE, SelectSetQuery } from '../ast';
import { readsTable } from '../compile/reads-table';
import { HogQLError } from '../errors';
import type { CteScope } from '../resolve/ctes';
import type { ReadResult, TableReader } from '../resolve/table-reader';
import { call, column, selectFrom } from '../sql/build';
import type { SqlExpr, SqlQuery, SqlSource } from '../sql/nodes';
import type { LoweringContext } from './environment';
import type { OutputColumn } from './lowered-query';
import { toInteger } from './casts';
import type { PathStep, Typed } from './typed';
import { typed } from './typed';

/** Rows whose columns are fixed: a recursive query, or what it has found so far. */
export class FixedReader implements TableReader {
  readonly tableName = null;

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly rows: SqlSource,
  ) {}

  has(name: string): boolean {
    return this.columns.some((output) => output.name === name);
  }

  names(): readonly string[] {
    return this.columns.map(({ name }) => name);
  }

  asterisk(): readonly string[] {
    return this.names();
  }

  read([first, ...rest]: readonly PathStep[]): ReadResult {
    if (first === undefined) return { kind: 'table' };
    const output = this.columns.find(({ name }) => name === String(first));
    if (output === undefined) return { kind: 'unknown', step: String(first) };
    return { kind: 'column', name: output.name, type: output.value.type, rest };
  }

  source(): SqlSource {
    return this.rows;
  }
}

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
