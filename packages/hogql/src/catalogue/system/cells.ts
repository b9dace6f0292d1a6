import { call, column, number, selectFrom, text } from '../../clickhouse-sql/build';
import type { SqlExpr, SqlQuery } from '../../clickhouse-sql/nodes';
import type { TypeKind, ValueType } from '../../types/value-type';

/** The column with the array of one row's cells. */
const CELLS = 'cells';
const ROWS = 't';

/** A cell of a column of this type as text; null stays null. */
export function cellText(value: unknown, kind: TypeKind): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' && kind === 'Integer') return value ? '1' : '0';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** The rows as one bound text: one array of texts after the other. */
export function rowsOf(encoded: string): SqlQuery {
  const cells = call('JSONExtract', text(encoded), text('Array(Array(Nullable(String)))'));
  return selectFrom(null, [{ name: CELLS, expr: call('arrayJoin', cells) }]);
}

/** The cell at a position (from 1) as a value of its type; never throws. */
export function cellValue(position: number, type: ValueType): SqlExpr {
  const cell = call('arrayElement', column(ROWS, CELLS), number(position));
  const value = converted(cell, type);
  // Documents may be missing whatever the type of the column is; their text is NULL then.
  const mayBeNull = type.nullable || type.kind === 'JSON' || type.kind === 'Array';
  return mayBeNull ? value : call('assumeNotNull', value);
}

function converted(cell: SqlExpr, { kind }: ValueType): SqlExpr {
  switch (kind) {
    case 'Integer':
      return call('accurateCastOrNull', cell, text('Int64'));
    case 'Float':
      return call('accurateCastOrNull', cell, text('Float64'));
    case 'Boolean':
      return call('accurateCastOrNull', cell, text('Bool'));
    case 'DateTime':
      return call('parseDateTime64BestEffortOrNull', cell, number(6), text('UTC'));
    case 'Array':
      return call('JSONExtract', call('ifNull', cell, text('[]')), text('Array(String)'));
    default:
      return cell;
  }
}
