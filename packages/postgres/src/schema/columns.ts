import type { ColumnType } from 'kysely';

/** Types of columns for Kysely; the tables are defined by the SQL in `migrations/`. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** Read as parsed JSON, written as JSON text, because the driver would convert arrays to Postgres arrays. */
export type Json<T> = ColumnType<T, string | undefined, string>;
export type NullableJson = ColumnType<
  Record<string, unknown> | null,
  string | null | undefined,
  string | null
>;
/** The pool parses `bigint` to number; by default the driver returns text. */
export type Int8 = ColumnType<number, number | undefined, number>;
