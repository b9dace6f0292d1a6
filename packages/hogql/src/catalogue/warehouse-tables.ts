import type { WarehouseColumn, WarehouseColumnType } from '@tidemark/contracts';
import { call, column, number, text } from '../clickhouse-sql/build';
import type { SqlExpr } from '../clickhouse-sql/nodes';
import type { TypeKind } from '../types/value-type';
import { typeOf } from '../types/value-type';
import type { FieldDefinition, TableDefinition } from './definitions/table-definition';

/** The fields of a project's data-warehouse table that statements depend on. */
export interface WarehouseEntry {
  readonly name: string;
  /** The number under which its rows are stored. */
  readonly number: number;
  /** Version of the rows to read; null before the first load. */
  readonly version: number | null;
  readonly columns: readonly Pick<WarehouseColumn, 'name' | 'key' | 'type'>[];
}

/** How stored text is converted to a column's type. No conversion throws: unreadable text is NULL. */
const READERS: Readonly<
  Record<WarehouseColumnType, { readonly kind: TypeKind; read(stored: SqlExpr): SqlExpr }>
> = {
  string: { kind: 'String', read: (stored) => stored },
  integer: { kind: 'Integer', read: (stored) => orNull(stored, 'Int64') },
  float: { kind: 'Float', read: (stored) => call('toFloat64OrNull', stored) },
  boolean: { kind: 'Boolean', read: (stored) => orNull(stored, 'Bool') },
  date: { kind: 'Date', read: (stored) => orNull(stored, 'Date32') },
  datetime: {
    kind: 'DateTime',
    read: (stored) => call('parseDateTime64BestEffortOrNull', stored, number(6), text('UTC')),
  },
};

function orNull(stored: SqlExpr, type: string): SqlExpr {
  return call('accurateCastOrNull', stored, text(type));
}

/**
 * A data-warehouse table of the project: the rows of one version of it, each column converted to its type. In
 * addition to the project guard every scan has conditions on the table's number and version.
 */
export function warehouseTable(entry: WarehouseEntry): TableDefinition {
  const fields = entry.columns.map(({ name, key, type }): [string, FieldDefinition] => {
    const reader = READERS[type];
    const stored: SqlExpr = {
      kind: 'json',
      table: 't',
      column: 'cells',
      path: [key],
      read: 'string',
    };
    return [name, { kind: 'stored', expr: reader.read(stored), type: typeOf(reader.kind, true) }];
  });
  return {
    name: entry.name,
    physical: 'warehouse_rows',
    fields: Object.fromEntries(fields),
    latest: null,
    only: call(
      'and',
      call('equals', column('t', 'table_id'), number(entry.number)),
      // Versions begin at 1.
      call('equals', column('t', 'version'), number(entry.version ?? 0)),
    ),
    ...(entry.version === null && {
      unavailable: `Table \`${entry.name}\` has no data yet: its first load has not finished.`,
    }),
  };
}
