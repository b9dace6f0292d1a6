/**
 * The only nodes that the ClickHouse printer can print. User text reaches SQL only through a `text` node (a bound
 * parameter) or as a quoted identifier; physical tables appear in `scan` alone, which always prints the project
 * guard.
 */
export type SqlExpr =
  | { readonly kind: 'number'; readonly value: number | bigint }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'column'; readonly table: string | null; readonly name: string }
  | SqlJsonRead
  | SqlCall
  | SqlWindow
  | { readonly kind: 'lambda'; readonly args: readonly string[]; readonly body: SqlExpr }
  | { readonly kind: 'subquery'; readonly query: SqlQuery };

/**
 * A sub-column of a native JSON column. `string` is the value if it is stored as a string, else NULL;
 * `any` is the value whatever its type, sub-objects included (Dynamic).
 */
export interface SqlJsonRead {
  readonly kind: 'json';
  readonly table: string;
  readonly column: string;
  readonly path: readonly string[];
  readonly read: 'string' | 'any';
}

export interface SqlCall {
  readonly kind: 'call';
  /** ClickHouse function name; the printer checks it against the allow-list again. */
  readonly name: string;
  readonly params: readonly SqlExpr[] | null;
  readonly args: readonly SqlExpr[];
  readonly distinct: boolean;
}

/** A function over a window of rows. */
export interface SqlWindow {
  readonly kind: 'window';
  readonly call: SqlCall;
  readonly partitionBy: readonly SqlExpr[];
  readonly orderBy: readonly SqlOrder[];
  readonly frame: SqlFrame | null;
}

export interface SqlFrame {
  readonly method: string;
  readonly from: SqlFrameBound;
  readonly to: SqlFrameBound | null;
}

export interface SqlFrameBound {
  readonly direction: string;
  /** The number of rows; null is UNBOUNDED. Without meaning for the current row. */
  readonly rows: number | null;
}

export interface SqlColumn {
  readonly expr: SqlExpr;
  readonly name: string;
}

export interface SqlOrder {
  readonly expr: SqlExpr;
  readonly direction: 'ASC' | 'DESC';
  readonly nullsFirst?: boolean;
  /** The language by whose rules texts are sorted. */
  readonly collation?: string | null;
  /** Adds rows for missing values; each bound may be left out. */
  readonly fill?: SqlFill | null;
}

export interface SqlFill {
  readonly from: SqlExpr | null;
  readonly to: SqlExpr | null;
  readonly step: SqlExpr | null;
}

/** One row per element of the arrays; the elements get the names. */
export interface SqlArrayJoin {
  readonly left: boolean;
  readonly arrays: readonly SqlColumn[];
}

/** `sets` is the `(a, b)` of GROUPING SETS; the other modes take the columns of `groupBy`. */
export interface SqlGrouping {
  readonly mode: string;
  readonly sets: readonly (readonly SqlExpr[])[];
}

export interface SqlLimitBy {
  readonly count: number;
  readonly offset: number;
  readonly exprs: readonly SqlExpr[];
}

/**
 * One guarded read of a physical table. `latest` keeps the newest row per key and drops deleted ones; `groupBy` makes
 * one row of all rows for which these expressions are equal.
 */
export interface SqlScan {
  readonly kind: 'scan';
  readonly table: string;
  readonly columns: readonly SqlColumn[];
  /** Conditions on physical columns that are checked before any other column is read. */
  readonly prewhere?: readonly SqlExpr[];
  /** Further conditions on the scan's own columns. */
  readonly where: SqlExpr | null;
  readonly latest: {
    readonly keys: readonly string[];
    readonly version: string;
    readonly deleted: string | null;
  } | null;
  readonly groupBy: readonly SqlExpr[];
  /** Reads only the first rows in an order of the scan's own columns; null for all rows. */
  readonly first: SqlFirstRows | null;
}

export interface SqlFirstRows {
  readonly orderBy: readonly SqlOrder[];
  readonly count: number;
}

export interface SqlSelect {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly columns: readonly SqlColumn[];
  readonly from: SqlFrom | null;
  readonly arrayJoin?: SqlArrayJoin | null;
  readonly where: SqlExpr | null;
  readonly groupBy: readonly SqlExpr[];
  readonly grouping?: SqlGrouping | null;
  readonly having: SqlExpr | null;
  readonly qualify?: SqlExpr | null;
  readonly orderBy: readonly SqlOrder[];
  /** Names of columns with their values in filled rows. */
  readonly interpolate?: readonly { readonly name: string; readonly expr: SqlExpr | null }[] | null;
  readonly limitBy: SqlLimitBy | null;
  /** A number of rows, or between 0 and 1 (both excluded) a share of them. */
  readonly limit: number | null;
  readonly offset: number | null;
  readonly withTies?: boolean;
}

export interface SqlSet {
  readonly kind: 'set';
  readonly first: SqlQuery;
  readonly rest: readonly { readonly operator: string; readonly query: SqlQuery }[];
}

export type SqlQuery = SqlScan | SqlSelect | SqlSet;

/** `numbers(count)` or `numbers(offset, count)`, the only table function. Its arguments can read no table. */
interface SqlNumbers {
  readonly kind: 'numbers';
  readonly args: readonly SqlExpr[];
}

/** A recursive query: it reads its own result until it finds no further rows. */
export interface SqlRecursive {
  readonly kind: 'recursive';
  readonly name: string;
  readonly query: SqlQuery;
  readonly columns: readonly string[];
}

/** The rows that a recursive query has found so far; allowed only inside that query. */
export interface SqlSelfReference {
  readonly kind: 'self';
  readonly name: string;
}

export type SqlSource = SqlQuery | SqlNumbers | SqlRecursive | SqlSelfReference;

export interface SqlFrom {
  readonly source: SqlSource;
  readonly alias: string;
  readonly joins: readonly SqlJoin[];
}

export interface SqlJoin {
  readonly type: string;
  readonly source: SqlSource;
  readonly alias: string;
  readonly on: SqlExpr | null;
}
