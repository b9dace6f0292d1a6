import type { WarehouseColumn, WarehouseColumnType } from '@tidemark/contracts';
import { checkColumnCount } from '../limits';

/** A column as found in a file. */
export interface FoundColumn {
  readonly name: string;
  readonly type: WarehouseColumnType;
}

/**
 * The columns to store. A column whose name existed before keeps its key, so that rows loaded earlier can still be
 * read; new columns get keys that no earlier column had.
 * @throws WarehouseSourceError for too many columns
 */
export function toColumns(
  found: readonly FoundColumn[],
  former: readonly WarehouseColumn[] = [],
): readonly WarehouseColumn[] {
  checkColumnCount(found.length);
  const keys = new Map(former.map(({ name, key }) => [name, key]));
  let next = former.reduce((most, { key }) => Math.max(most, Number(key.slice(1)) + 1), 0);
  return found.map(({ name, type }) => ({
    name,
    key: keys.get(name) ?? `c${next++}`,
    type,
    valid: true,
  }));
}
