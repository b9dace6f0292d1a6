import type { ColumnType } from 'kysely';

/** Columns as Kysely sees them; the SQL of record is in `migrations/`. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** Selected as parsed JSON, written as JSON text (arrays would otherwise become Postgres arrays). */
export type Json<T> = ColumnType<T, string | undefined, string>;
export type NullableJson = ColumnType<
  Record<string, unknown> | null,
  string | null | undefined,
  string | null
>;
/** `bigint` arrives as text from the driver unless parsed; the pool parses int8 to number. */
export type Int8 = ColumnType<number, number | undefined, number>;
