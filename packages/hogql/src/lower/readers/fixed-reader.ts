import type { SqlSource } from '../../clickhouse-sql/nodes';
import type { OutputColumn } from '../scope/lowered-query';
import type { ReadResult, TableReader } from '../scope/table-reader';
import type { PathStep } from '../scope/typed';

/** A source whose columns are fixed: a recursive query, or the rows it has found so far. */
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
