import { cellText, cellValue, rowsOf } from '../../catalogue/system/cells';
import type { SystemColumns, SystemRow, SystemTableName } from '../../catalogue/system/tables';
import { systemColumns } from '../../catalogue/system/tables';
import { HogQLError } from '../../syntax/errors';
import type { ReadResult, TableReader } from '../scope/table-reader';
import { column, number, selectFrom } from '../../clickhouse-sql/build';
import type { SqlColumn, SqlExpr, SqlSource } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import { textInsideJson } from './json-text';
import { PropertyNames } from './property-name';
import type { PathStep } from '../scope/typed';

const ROWS = 't';
const TEAM_ID = 'team_id';

/** The maximum size of the bound rows; other texts of the statement are not included. */
const MAX_CHARACTERS = 4_000_000;

/** Reads a `system.*` table, whose rows are bound to the statement. */
export class SystemReader implements TableReader {
  private readonly columns: SystemColumns;
  private readonly positions = new Map<string, number>();
  private readonly outputs = new Map<string, SqlExpr>();
  private readonly propertyNames = new PropertyNames();

  constructor(
    readonly tableName: SystemTableName,
    private readonly rows: readonly SystemRow[],
    private readonly projectId: number,
  ) {
    this.columns = systemColumns(tableName);
  }

  has(name: string): boolean {
    return name === TEAM_ID || Object.hasOwn(this.columns, name);
  }

  names(): readonly string[] {
    return [...this.asterisk(), TEAM_ID];
  }

  asterisk(): readonly string[] {
    return Object.keys(this.columns);
  }

  read([first, ...rest]: readonly PathStep[]): ReadResult {
    if (first === undefined) return { kind: 'table' };
    const name = String(first);
    if (name === TEAM_ID) {
      this.outputs.set(name, number(this.projectId));
      return { kind: 'column', name, type: typeOf('Integer'), rest };
    }
    const type = Object.hasOwn(this.columns, name) ? this.columns[name] : undefined;
    if (type === undefined) return { kind: 'unknown', step: name };
    const value = cellValue(this.positionOf(name), type);
    if (type.kind !== 'JSON') {
      this.outputs.set(name, value);
      return { kind: 'column', name, type, rest };
    }
    const expose = (exposed: string, expr: SqlExpr): string => {
      this.outputs.set(exposed, expr);
      return exposed;
    };
    return {
      kind: 'json',
      owner: null,
      rest,
      whole: () => expose(name, value),
      property: (path) =>
        expose(this.propertyNames.nameOf(name, path), textInsideJson(value, path)),
      stringProperty: () => null,
    };
  }

  private positionOf(name: string): number {
    const position = this.positions.get(name) ?? this.positions.size + 1;
    this.positions.set(name, position);
    return position;
  }

  source(): SqlSource {
    const columns: SqlColumn[] = [...this.outputs].map(([name, expr]) => ({ name, expr }));
    const any: SqlColumn = { name: 'row', expr: column(ROWS, 'cells') };
    return selectFrom(
      { source: rowsOf(this.encoded()), alias: ROWS, joins: [] },
      columns.length === 0 ? [any] : columns,
    );
  }

  private encoded(): string {
    const names = [...this.positions.keys()];
    const cell = (row: SystemRow, name: string): string | null =>
      cellText(row[name], this.columns[name]?.kind ?? 'Unknown');
    const encoded = JSON.stringify(this.rows.map((row) => names.map((name) => cell(row, name))));
    if (encoded.length > MAX_CHARACTERS) {
      throw new HogQLError(
        'hogql_query_error',
        `The columns that are read of ${this.tableName} are larger than a query can take. Select fewer of them.`,
      );
    }
    return encoded;
  }
}
