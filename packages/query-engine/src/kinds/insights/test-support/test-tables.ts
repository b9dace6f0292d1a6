import type { WarehouseColumnType } from '@tidemark/contracts';
import type { WarehouseEntry } from '@tidemark/hogql';

export interface TestTable {
  readonly columns: Readonly<Record<string, WarehouseColumnType>>;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

type Tables = Readonly<Record<string, TestTable>>;

/** Tables for statements, numbered by their position. */
export function tableEntries(tables: Tables): WarehouseEntry[] {
  return Object.entries(tables).map(([name, { columns }], index) => ({
    name,
    number: index + 1,
    version: 1,
    columns: Object.entries(columns).map(([column, type], at) => ({
      name: column,
      key: `c${at}`,
      type,
    })),
  }));
}

/** The stored rows of the tables. */
export function tableRows(projectId: number, tables: Tables): object[] {
  return Object.values(tables).flatMap(({ columns, rows }, index) =>
    rows.map((row, number) => ({
      team_id: projectId,
      table_id: index + 1,
      version: 1,
      number,
      cells: Object.fromEntries(
        Object.keys(columns).flatMap((column, at) =>
          row[column] === undefined ? [] : [[`c${at}`, row[column]]],
        ),
      ),
    })),
  );
}
