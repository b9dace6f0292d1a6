import type { ValuesQuery } from '../ast';
import { HogQLError } from '../errors';
import type { CteScope } from '../resolve/ctes';
import { SelectScope } from '../resolve/select-scope';
import type { TableReader } from '../resolve/table-reader';
import { call, column, number, selectFrom } from '../sql/build';
import type { SqlQuery } from '../sql/nodes';
import { typeOf } from '../types/value-type';
import { createEnvironment } from './create-environment';
import type { LoweringContext } from './environment';
import type { OutputColumn } from './lowered-query';
import { SubqueryReader } from './subquery-reader';
import type { Typed } from './typed';
import { typed } from './typed';

const ROW = 'row__';
const ROWS = 'rows__';

/**
 * `(VALUES (1, 'a'), (2, 'b'))`: a list of tuples, one row each. The columns are column1, column2 and so on
 * until the alias gives them other names. The values see no table.
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
