import type { JoinExpr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { ReadResult, TableReader, TimeBound } from '../scope/table-reader';
import type { SqlSource } from '../../clickhouse-sql/nodes';
import type { PathStep } from '../scope/typed';

/** A table whose first columns have other names: `AS t(a, b)`. */
class RenamedReader implements TableReader {
  private readonly originals: ReadonlyMap<string, string>;

  constructor(
    private readonly inner: TableReader,
    names: readonly string[],
  ) {
    const columns = inner.asterisk();
    this.originals = new Map(columns.map((column, at) => [names[at] ?? column, column]));
  }

  get tableName(): string | null {
    return this.inner.tableName;
  }

  has(name: string): boolean {
    return this.originals.has(name);
  }

  names(): readonly string[] {
    return [...this.originals.keys()];
  }

  asterisk(): readonly string[] {
    return this.names();
  }

  read([first, ...rest]: readonly PathStep[]): ReadResult {
    if (first === undefined) return { kind: 'table' };
    const original = this.originals.get(String(first));
    if (original === undefined) return { kind: 'unknown', step: String(first) };
    return this.inner.read([original, ...rest]);
  }

  narrow(bound: TimeBound): void {
    this.inner.narrow?.(bound);
  }

  source(): SqlSource {
    return this.inner.source();
  }
}

/** Gives the columns of a table the names in parentheses after its alias. */
export function renamed(
  node: Pick<JoinExpr, 'columnAliases' | 'start' | 'end'>,
  reader: TableReader,
): TableReader {
  const names = node.columnAliases ?? null;
  if (names === null) return reader;
  const count = reader.asterisk().length;
  if (names.length > count) {
    throw new HogQLError(
      'hogql_query_error',
      `The table has ${count} columns, but ${names.length} names are given`,
      node,
    );
  }
  if (new Set(names).size < names.length) {
    throw new HogQLError('hogql_query_error', 'Two columns are given the same name', node);
  }
  return new RenamedReader(reader, names);
}
