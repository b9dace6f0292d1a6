import type { DataType } from './data-types';

/** A column as `system.information_schema.columns` reports it. */
export interface SchemaColumn {
  /** The name, with a dot for fields of virtual tables: `poe.properties`. */
  readonly name: string;
  readonly type: DataType;
  readonly nullable: boolean;
  readonly kind: 'column' | 'expression' | 'virtual_table';
}

/** A link from a table to another one, or to another field of the same table. */
export interface SchemaLink {
  readonly column: string;
  readonly target: string;
  readonly targetColumn: string | null;
  readonly kind: 'lazy_join' | 'field_traverser';
  /** The field that a statement names to follow the link; null if that is the column itself. */
  readonly via: string | null;
}

export type SchemaTableType =
  'posthog' | 'system' | 'information_schema' | 'data_warehouse' | 'view';

/** A table that statements of a project can read. */
export interface SchemaTable {
  readonly name: string;
  readonly type: SchemaTableType;
  readonly rowCount: number | null;
  readonly columns: readonly SchemaColumn[];
  readonly links: readonly SchemaLink[];
}
