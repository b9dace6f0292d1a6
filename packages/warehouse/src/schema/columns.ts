import type { WarehouseColumn, WarehouseColumnType } from '@tidemark/contracts';
import { checkColumnCount } from '../limits';

/** A column as its file shows it. */
export interface FoundColumn {
  readonly name: string;
  readonly type: WarehouseColumnType;
}

/**
 * Columns to store: one that was there before under its name keeps its key, so that rows loaded earlier are
 * still read; others get keys that no former column had.
 *
 * @throws WarehouseSourceError for too many
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
