import type { PropertyOwner } from '../../types/property-type';
import type { PathStep } from './typed';
import type { SqlExpr, SqlOrder, SqlSource } from '../../clickhouse-sql/nodes';
import type { ValueType } from '../../types/value-type';

/** A column that the table's sub-select exposes under `name`. */
export interface ReadColumn {
  readonly kind: 'column';
  readonly name: string;
  readonly type: ValueType;
  /** Steps of the path that go beyond the column. */
  readonly rest: readonly PathStep[];
}

/** A property bag: each read exposes a column of its own, so that the whole bag is never dragged along. */
export interface ReadJson {
  readonly kind: 'json';
  readonly owner: PropertyOwner | null;
  readonly rest: readonly PathStep[];
  /** Exposes the whole bag as JSON text. */
  whole(): string;
  /** Exposes the text of one property. */
  property(path: readonly PathStep[]): string;
  /** Exposes the property if stored as a string, else NULL; null where that is not possible. */
  stringProperty(path: readonly PathStep[]): string | null;
}

type Read = ReadColumn | ReadJson;

/** A path that names a table, where a value is needed, or nothing at all. */
export type ReadResult =
  Read | { readonly kind: 'table' } | { readonly kind: 'unknown'; readonly step: string };

/** Both ends included. */
export interface HashRange {
  readonly first: bigint;
  readonly last: bigint;
}

export interface FirstRows {
  readonly alias: string;
  readonly where: SqlExpr | null;
  readonly orderBy: readonly SqlOrder[];
  readonly count: number;
}

/** `field >= time` or `field <= time`; whether equality counts does not matter within the slack. */
export interface TimeBound {
  readonly field: string;
  readonly side: 'from' | 'to';
  /** Days by which the field may lie beyond the time all the same: the statement cuts it to days or months. */
  readonly slackDays: number;
  /** A constant Date or DateTime, or NULL. */
  readonly timestamp: SqlExpr;
}

/** Something in FROM: hands out columns on demand and knows at the end what it must select. */
export interface TableReader {
  /** The catalogue's name; null for a sub-query. */
  readonly tableName: string | null;
  has(name: string): boolean;
  /** Names for hints, best known first. */
  names(): readonly string[];
  /** Columns of `SELECT *`. */
  asterisk(): readonly string[];
  read(path: readonly PathStep[]): ReadResult;
  /** Every row the statement keeps fulfils the bound: the scan may leave others out. */
  narrow?(bound: TimeBound): void;
  /** Keeps rows whose hash of the distinct id lies in the range; false where there is none to hash. */
  sample?(range: HashRange): boolean;
  /** The same for a column of ids, by the name it is exposed under: every row that is kept has one of these. */
  confine?(name: string, ids: readonly SqlExpr[]): void;
  /** Whether a name is a column of the table as it is stored, of which a scan can check conditions early. */
  isPlain?(name: string): boolean;
  /** Keeps rows that fulfil a condition on plain columns (`isPlain`); false where it cannot be checked early. */
  takeCondition?(taken: { readonly alias: string; readonly condition: SqlExpr }): boolean;
  /**
   * Only the first rows in an order are wanted, of those that fulfil a condition, both over the table's columns under
   * its alias. True when the scan reads no others.
   */
  takeFirst?(rows: FirstRows): boolean;
  /** The SQL source with exactly the columns that were read. Call once, after everything was read. */
  source(): SqlSource;
}
