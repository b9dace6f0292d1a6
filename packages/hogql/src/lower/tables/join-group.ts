import type { JoinGroup } from '../../syntax/ast';
import { SelectScope } from '../scope/select-scope';
import type { ScopeTable } from '../scope/select-scope';
import type { ReadResult, TableReader } from '../scope/table-reader';
import { column, number, selectFrom } from '../../clickhouse-sql/build';
import type { SqlExpr, SqlFrom, SqlSource } from '../../clickhouse-sql/nodes';
import { createEnvironment } from '../expressions/create-environment';
import type { Environment } from '../scope/environment';
import type { PathStep } from '../scope/typed';
import { relayed } from '../readers/relayed';

/** How the tables of a FROM are named in SQL. */
export interface TableNames {
  /** Names of columns, which no table may have in SQL. */
  readonly taken: ReadonlySet<string>;
  /** Makes generated names unique within groups of joined tables. */
  readonly place: string;
}

type LowerFrom = (first: JoinGroup['first'], env: Environment, names: TableNames) => () => SqlFrom;

/**
 * Tables that are joined with each other first: one sub-select with only the columns that the statement reads of
 * them. Outside they keep their names; inside, their conditions can only refer to the group.
 */
export function lowerJoinGroup(
  group: JoinGroup,
  { scope, context }: Environment,
  place: string,
  lowerFrom: LowerFrom,
): { readonly alias: string; readonly source: () => SqlSource } {
  const inner = new SelectScope(scope.ctes);
  const env = createEnvironment(context, inner);
  const build = lowerFrom(group.first, env, { taken: new Set(), place: `${place}_` });
  const alias = `joined_${place}`;
  const outputs = new Map<string, SqlExpr>();
  inner.tables.forEach((table, at) => {
    const reader = new GroupedReader(table, `table_${at}__`, outputs);
    scope.addTable({ alias: table.alias, sqlAlias: alias, reader }, group);
  });
  for (const name of inner.mergedColumns()) scope.merge(name);
  const source = (): SqlSource => {
    const columns = [...outputs].map(([name, expr]) => ({ name, expr }));
    const none = [{ name: 'row', expr: number(1) }];
    return selectFrom(build(), columns.length === 0 ? none : columns);
  };
  return { alias, source };
}

/** One table of a group: its columns are exposed through the group's sub-select. */
class GroupedReader implements TableReader {
  constructor(
    private readonly table: ScopeTable,
    private readonly prefix: string,
    private readonly outputs: Map<string, SqlExpr>,
  ) {}

  get tableName(): string | null {
    return this.table.reader.tableName;
  }

  has(name: string): boolean {
    return this.table.reader.has(name);
  }

  names(): readonly string[] {
    return this.table.reader.names();
  }

  asterisk(): readonly string[] {
    return this.table.reader.asterisk();
  }

  asteriskBelow(path: readonly string[]): readonly string[] | null {
    return this.table.reader.asteriskBelow?.(path) ?? null;
  }

  read(path: readonly PathStep[]): ReadResult {
    return relayed(this.table.reader.read(path), (inner) => {
      const exposed = `${this.prefix}${inner}`;
      this.outputs.set(exposed, column(this.table.sqlAlias, inner));
      return exposed;
    });
  }

  source(): SqlSource {
    throw new Error('A table of a group is read through the group');
  }
}
