import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Entries, Entry, FieldSpec, SettableFields, SettableKey, StoredKey } from './entry';

/**
 * Lists the fields of a resource once: their names in the code, their columns, and their names in the wire format.
 * Rows, columns, the activity log, request bodies and response bodies are all mapped with it.
 */
export interface FieldTable<T extends object, Row, E> {
  /** The stored fields of a resource, read from its row. */
  readonly fromRow: (row: Selectable<Row>) => Pick<T, StoredKey<T, E>>;
  /** The columns of the settable fields that are present in `fields`; undefined fields are left out. */
  toColumns(fields: Partial<SettableFields<T, E>>): Partial<Insertable<Row>> & Updateable<Row>;
  /** The settable fields by their names in the wire format. Dates are not converted. */
  toWire(resource: SettableFields<T, E>): WireFields<T, E>;
  /** The settable fields that a request body contains, by their names in the code. */
  fromWire(body: WireFields<T, E>): SettableFields<T, E>;
  fromWire(body: WireBody<T, E>): Partial<SettableFields<T, E>>;
}

/** The fields of a table's resource that clients may set. */
export type Settable<Table> =
  Table extends FieldTable<infer T, infer _Row, infer E> ? SettableFields<T, E> : never;

type WireName<X> = X extends { readonly wire: infer W extends string }
  ? W
  : X extends string
    ? X
    : never;

/** The settable fields of a table by their names in the wire format. */
type WireFields<T extends object, E> = {
  [K in SettableKey<T, E> & keyof E as WireName<E[K]>]: K extends keyof T ? T[K] : never;
};

type WireBody<T extends object, E> = {
  readonly [N in keyof WireFields<T, E>]?: WireFields<T, E>[N] | undefined;
};

/**
 * Declares the fields of the resource `T`, which is stored in rows of the table `Row`. The compiler checks that
 * each column exists and that its values have the type of the field.
 */
export function fieldTable<T extends object, Row>() {
  return <const E extends Entries<T, Row>>(entries: E): FieldTable<T, Row, E> => {
    const all = Object.entries<Entry>(entries as Record<string, Entry>).map(
      ([field, entry]) => [field, specOf(entry)] as const,
    );
    const settable = all.filter(([, spec]) => spec.settable);
    return {
      fromRow: (row) => mapped(all, (field, { column }) => [field, read(row, column)]) as never,
      toColumns: (fields) =>
        mapped(settable, (field, { column, json }) => {
          const value = read(fields, field);
          return [
            column,
            json && value !== undefined && value !== null ? JSON.stringify(value) : value,
          ];
        }) as never,
      toWire: (resource) =>
        mapped(settable, (field, { wire }) => [wire, read(resource, field)]) as never,
      fromWire: (body) => mapped(settable, (field, { wire }) => [field, read(body, wire)]) as never,
    };
  };
}

function specOf(entry: Entry): FieldSpec {
  if (typeof entry !== 'string') return entry;
  return { column: entry, wire: entry, json: false, settable: true };
}

/** The pairs that `pairOf` returns as an object, without those whose value is undefined. */
function mapped(
  fields: readonly (readonly [string, FieldSpec])[],
  pairOf: (field: string, spec: FieldSpec) => readonly [string, unknown],
): Record<string, unknown> {
  const pairs = fields.map(([field, spec]) => pairOf(field, spec));
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function read(source: object, name: string): unknown {
  return (source as Readonly<Record<string, unknown>>)[name];
}
