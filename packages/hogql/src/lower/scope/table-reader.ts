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

/** A property bag: each property that is read is a column of its own, so that the whole bag is never read along. */
export interface ReadJson {
  readonly kind: 'json';
  readonly owner: PropertyOwner | null;
  readonly rest: readonly PathStep[];
  /** Exposes the whole bag as JSON text. */
  whole(): string;
  /** Exposes the text of one property. */
  property(path: readonly PathStep[]): string;
  /** Exposes the property if it is stored as a string, else NULL; null where that is not possible. */
  stringProperty(path: readonly PathStep[]): string | null;
}

type Read = ReadColumn | ReadJson;

/** A path to a table, where a value is needed, or to nothing. */
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

/** `field >= time` or `field <= time`; within the slack it does not matter whether equality counts. */
export interface TimeBound {
  readonly field: string;
  readonly side: 'from' | 'to';
  /** Days by which the field may still exceed the time, because the statement truncates it to days or months. */
  readonly slackDays: number;
  /** A constant Date or DateTime, or NULL. */
  readonly timestamp: SqlExpr;
}

/** A source in FROM: returns columns on demand and finally builds a SELECT of exactly these. */
export interface TableReader {
  /** The catalogue's name; null for a sub-query. */
  readonly tableName: string | null;
  has(name: string): boolean;
  /** Names for suggestions, the most common first. */
  names(): readonly string[];
  /** Columns of `SELECT *`. */
  asterisk(): readonly string[];
  /** Columns of `SELECT person.*`, for a path to a joined table; null if it leads to none. */
  asteriskBelow?(path: readonly string[]): readonly string[] | null;
  read(path: readonly PathStep[]): ReadResult;
  /** Every row that the statement returns fulfils the bound: the scan may leave out others. */
  narrow?(bound: TimeBound): void;
  /** Keeps rows whose hash of the distinct id is in the range; false if the table has no distinct id. */
  sample?(range: HashRange): boolean;
  /**
   * Every row that the statement returns has one of these ids in the column exposed under the name: the scan may
   * leave out others.
   */
  confine?(name: string, ids: readonly SqlExpr[]): void;
  /** Whether a name is a stored column of the table, so that a scan can check conditions on it early. */
  isPlain?(name: string): boolean;
  /** Keeps rows that fulfil a condition on plain columns (`isPlain`); false where it cannot be checked early. */
  takeCondition?(taken: { readonly alias: string; readonly condition: SqlExpr }): boolean;
  /**
   * Requests only the first rows in an order, of those that fulfil a condition, both over the table's columns under
   * its alias. True if the scan reads only these.
   */
  takeFirst?(rows: FirstRows): boolean;
  /** The SQL source with exactly the columns that were read. Call once, after all reads. */
  source(): SqlSource;
}
