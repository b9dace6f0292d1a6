import type { SqlExpr } from '../../clickhouse-sql/nodes';
import type { PropertyOwner } from '../../types/property-type';
import type { ValueType } from '../../types/value-type';
import type { ChannelRule } from '../channels/channel-rules';

interface FieldBase {
  /** True if `SELECT *` leaves the field out. */
  readonly hidden?: boolean;
  /** True if the name is not suggested for a misspelt one. */
  readonly unlikely?: boolean;
}

export type FieldDefinition =
  | (FieldBase & { readonly kind: 'column'; readonly column: string; readonly type: ValueType })
  | (FieldBase & {
      readonly kind: 'json';
      readonly column: string;
      /** The column with the original document; null if there is only the JSON column. */
      readonly text: string | null;
      /** First steps of paths that only the original document contains, not the JSON column. */
      readonly textOnly: ReadonlySet<string>;
      /** Whether all stored values of a key are texts. */
      readonly isText: (key: string) => boolean;
      /** Keys that are not stored in the bag but computed by fields with these names beside it. */
      readonly virtual: ReadonlySet<string>;
      /** Null where one table contains properties of several owners. */
      readonly owner: PropertyOwner | null;
    })
  /** Computed from other fields of the same table, named by their paths. */
  | (FieldBase & {
      readonly kind: 'computed';
      readonly reads: readonly (readonly string[])[];
      readonly type: ValueType;
      build(args: readonly SqlExpr[]): SqlExpr;
      /** For fields that contain a channel: the same field with the channel rules of a project. */
      readonly withChannelRules?: (rules: readonly ChannelRule[]) => FieldDefinition;
    })
  /** For a table that is read in groups: an aggregate over the rows of a group (alias `t`). */
  | (FieldBase & { readonly kind: 'aggregate'; readonly expr: SqlExpr; readonly type: ValueType })
  /** A value made from the row's physical columns (alias `t`), for tables that are read row by row. */
  | (FieldBase & { readonly kind: 'stored'; readonly expr: SqlExpr; readonly type: ValueType })
  /** A synonym for a path of this table. */
  | (FieldBase & { readonly kind: 'path'; readonly to: readonly string[] })
  /** A virtual table: a group of fields of the same row, `poe.properties`. */
  | (FieldBase & { readonly kind: 'virtual'; readonly fields: Fields })
  /**
   * Another table, joined when one of its fields is read: at most one row of it per row of this table, unless
   * `several` allows more.
   */
  | (FieldBase & {
      readonly kind: 'join';
      readonly table: TableDefinition;
      readonly left: readonly string[];
      readonly right: string;
      /** A condition on the joined table's physical columns (alias `t`). */
      readonly only?: SqlExpr;
      /** True if rows without a partner are left out; otherwise they get default values. */
      readonly inner?: boolean;
      /** The field of this table whose time bounds also hold for the joined table's `time`. */
      readonly time?: string;
    });

export type Fields = Readonly<Record<string, FieldDefinition>>;

/** A time column that partitions a table, and the fields that bound it. */
interface TimeDefinition {
  readonly column: string;
  /** Fields that never differ from the column by more than the slack. */
  readonly fields: readonly string[];
  readonly slackDays: number;
}

export interface TableDefinition {
  readonly name: string;
  readonly physical: string;
  /** In the order of `SELECT *`. */
  readonly fields: Fields;
  /** Set for tables that keep several versions of a row: queries read the newest, unless it is deleted. */
  readonly latest: {
    readonly keys: readonly string[];
    readonly version: string;
    /** Null: rows of this table are never deleted. */
    readonly deleted: string | null;
  } | null;
  /**
   * Set for tables that are read as one row per group of stored rows: the physical columns that define a group, or
   * expressions over them (alias `t`). Every other field is an `aggregate`.
   */
  readonly groupBy?: readonly (string | SqlExpr)[];
  readonly time?: TimeDefinition;
  /** Why the table cannot be read now; the error message for statements that name it. */
  readonly unavailable?: string;
  /**
   * By the exposed name of a column of ids: returns a condition on physical columns (alias `t`) that every row with
   * one of these ids fulfils and that an index supports.
   */
  readonly finders?: Readonly<Record<string, (ids: readonly SqlExpr[]) => SqlExpr>>;
  /** A condition on physical columns (alias `t`) that is part of every scan. */
  readonly only?: SqlExpr;
}
