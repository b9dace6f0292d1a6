import { wireTime } from './wire-time';

/** A value as JSON bodies hold it: timestamps are text, lists can be changed. */
type WireValue<V> = V extends Date ? string : V extends readonly (infer Item)[] ? Item[] : V;

/** The fields of a resource as a response body shows them (`FieldTable.toWire`). */
export function wireFields<T extends object>(fields: T): { [K in keyof T]: WireValue<T[K]> } {
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? wireTime(value) : value,
  ]);
  return Object.fromEntries(entries) as { [K in keyof T]: WireValue<T[K]> };
}
