import type { Selectable } from 'kysely';

/** How one field is stored, and its name in the wire format. */
export interface FieldSpec<
  Column extends string = string,
  Wire extends string = string,
  IsSettable extends boolean = boolean,
  IsJson extends boolean = boolean,
> {
  readonly column: Column;
  readonly wire: Wire;
  /** Whether the column contains JSON text. */
  readonly json: IsJson;
  /** Whether clients may set it; the activity log then contains its changes. */
  readonly settable: IsSettable;
}

/** The name of the column of a settable field, if it is also the name in the wire format; or a full specification. */
export type Entry = string | FieldSpec;

/** A field that only the server writes. */
export function own<const C extends string>(column: C): FieldSpec<C, C, false, false> {
  return { column, wire: column, json: false, settable: false };
}

/** A settable field that is stored as JSON. @param wire its name in the wire format, if the column has another name */
export function json<const C extends string>(column: C): FieldSpec<C, C, true, true>;
export function json<const C extends string, const W extends string>(
  column: C,
  wire: W,
): FieldSpec<C, W, true, true>;
export function json(column: string, wire = column): FieldSpec<string, string, true, true> {
  return { column, wire, json: true, settable: true };
}

/** A settable field whose column has another name than the field in the wire format. */
export function named<const C extends string, const W extends string>(
  column: C,
  wire: W,
): FieldSpec<C, W, true, false> {
  return { column, wire, json: false, settable: true };
}

/** The columns whose values can be read as `Value`. */
type ColumnsFor<Value, Row> = {
  [C in keyof Selectable<Row> & string]: Selectable<Row>[C] extends Value ? C : never;
}[keyof Selectable<Row> & string];

/** The declaration of a table: one entry for each stored field of `T`. */
export type Entries<T extends object, Row> = {
  readonly [K in keyof T]?:
    | ColumnsFor<T[K], Row>
    | FieldSpec<ColumnsFor<T[K], Row>, string, boolean, false>
    // The type of a JSON document differs from that of its column, which may be any JSON.
    | FieldSpec<keyof Row & string, string, true, true>;
};

/** The fields of `T` that the table stores. */
export type StoredKey<T extends object, E> = keyof E & keyof T;

/** The fields of `T` that clients may set. */
export type SettableKey<T extends object, E> = {
  [K in StoredKey<T, E>]: E[K] extends { readonly settable: false } ? never : K;
}[StoredKey<T, E>];

/** The part of `T` that clients may set. */
export type SettableFields<T extends object, E> = Pick<T, SettableKey<T, E>>;
