import type { JoinExpr } from '../ast';
import { HogQLError } from '../errors';
import type { ReadResult, TableReader } from '../resolve/table-reader';
import type { TimeBound } from '../resolve/time-bound';
import type { SqlSource } from '../sql/nodes';
import type { PathStep } from './typed';

/** A table whose first columns go by other names: `AS t(a, b)`. */
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

/** Gives the columns of a table the names in brackets behind its alias. */
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
