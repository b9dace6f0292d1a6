import type { WarehouseColumn } from '@tidemark/contracts';

/** A data-warehouse table of the project, as far as statements depend on it. */
export interface WarehouseEntry {
  readonly name: string;
  /** What its rows are stored under. */
  readonly number: number;
  /** Of the rows to read; null before the first load. */
  readonly version: number | null;
  readonly columns: readonly Pick<WarehouseColumn, 'name' | 'key' | 'type'>[];
}
