import type { ValuesQuery } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { CteScope } from '../scope/ctes';
import { SelectScope } from '../scope/select-scope';
import type { TableReader } from '../scope/table-reader';
import { call, column, number, selectFrom } from '../../clickhouse-sql/build';
import type { SqlQuery } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import { createEnvironment } from '../expressions/create-environment';
import type { LoweringContext } from '../scope/environment';
import type { OutputColumn } from '../scope/lowered-query';
import { SubqueryReader } from '../readers/subquery-reader';
import type { Typed } from '../scope/typed';
import { typed } from '../scope/typed';

const ROW = 'row__';
const ROWS = 'rows__';

/**
 * `(VALUES (1, 'a'), (2, 'b'))`: a list of tuples, one row each. The columns are column1, column2 and so on unless
 * the alias renames them. The values cannot refer to a table.
 */
export function valuesReader(
  { rows, start, end }: ValuesQuery,
  ctes: CteScope,
  context: LoweringContext,
): TableReader {
  const env = createEnvironment(context, new SelectScope(ctes));
  const lowered = rows.map((row) => row.map((item) => env.lower(item)));
  const width = lowered[0]?.length ?? 0;
  if (width === 0 || lowered.some((row) => row.length !== width)) {
    const message = 'The rows of VALUES must all have the same number of values, at least one';
    throw new HogQLError('hogql_query_error', message, { start, end });
  }
  const columns = Array.from({ length: width }, (_, at): OutputColumn => {
    const name = `column${at + 1}`;
    const type = commonType(lowered.flatMap((row) => row[at] ?? []));
    return { name, label: name, value: typed(column(null, name), type) };
  });
  return new SubqueryReader({ columns, addColumn: null, build: () => buildRows(lowered, columns) });
}

function commonType(values: readonly Typed[]): Typed['type'] {
  const kinds = new Set(values.map(({ type }) => type.kind).filter((kind) => kind !== 'Null'));
  const [kind = 'Unknown'] = kinds.size === 1 ? kinds : [];
  return typeOf(
    kind,
    values.some(({ type }) => type.nullable),
  );
}

function buildRows(
  rows: readonly (readonly Typed[])[],
  columns: readonly OutputColumn[],
): SqlQuery {
  const tuples = rows.map((row) => call('tuple', ...row.map(({ sql }) => sql)));
  const list = call('arrayJoin', call('array', ...tuples));
  const source = selectFrom(null, [{ name: ROW, expr: list }]);
  return selectFrom(
    { source, alias: ROWS, joins: [] },
    columns.map(({ name }, at) => ({
      name,
      expr: call('tupleElement', column(ROWS, ROW), number(at + 1)),
    })),
  );
}
