import type { ReadResult, TableReader } from '../scope/table-reader';
import type { SqlExpr, SqlSource } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { PathStep } from '../scope/typed';

const COLUMN = 'number';

/** `numbers(count)` / `numbers(offset, count)`: rows with one column `number`; they contain no data of a project. */
export class NumbersReader implements TableReader {
  readonly tableName = 'numbers';

  constructor(private readonly args: readonly SqlExpr[]) {}

  has(name: string): boolean {
    return name === COLUMN;
  }

  names(): readonly string[] {
    return [COLUMN];
  }

  asterisk(): readonly string[] {
    return [COLUMN];
  }

  read([first, ...rest]: readonly PathStep[]): ReadResult {
    if (first === undefined) return { kind: 'table' };
    if (first !== COLUMN) return { kind: 'unknown', step: String(first) };
    return { kind: 'column', name: COLUMN, type: typeOf('Integer'), rest };
  }

  source(): SqlSource {
    return { kind: 'numbers', args: this.args };
  }
}
