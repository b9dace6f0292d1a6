import type { JsonObject } from '../json';
import { isObject, textOf } from '../json';
import { timestampOf } from '../times';

/** How the database of Umami writes NULL in a CSV. */
const NULL = '\\N';

/** `data_type` of Umami. Other types are texts. */
const TYPES = { number: '2', boolean: '3', date: '4', array: '5' };

/** The member of an event with its properties. A cell of a CSV is a text, so that no column has this value. */
const PROPERTIES = 'event_data';

/** Returns a row of a CSV with empty cells in place of the NULL of Umami's database. */
export function withoutNull(row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === NULL ? '' : value]),
  );
}

/** Reads the name and value of one property in `event_data.csv` or `session_data.csv`; null if it has no name. */
export function readUmamiProperty(row: JsonObject): readonly [name: string, value: unknown] | null {
  const name = textOf(row['data_key']);
  return name === null ? null : [name, valueOf(row)];
}

/** Reads a row of `event_data.csv`: one property of an event. Null if it has no name or no event. */
export function readUmamiValue(
  given: JsonObject,
): { readonly key: string; readonly value: unknown } | null {
  const row = withoutNull(given);
  const key = textOf(row['event_id']);
  const value = readUmamiProperty(row);
  return key === null || value === null ? null : { key, value };
}

/** Returns a row of `website_event.csv` with its properties, as `readUmamiValue` has returned them. */
export function completeUmami(row: JsonObject, values: readonly unknown[]): JsonObject {
  return { ...row, [PROPERTIES]: Object.fromEntries(values as (readonly [string, unknown])[]) };
}

/** Returns the properties of a completed row. */
export function umamiProperties(row: JsonObject): JsonObject {
  const properties = row[PROPERTIES];
  return isObject(properties) ? properties : {};
}

/** Every value has a text; that of a number has four digits after the point, that of an array is JSON. */
function valueOf(row: JsonObject): unknown {
  const text = textOf(row['string_value']);
  switch (String(row['data_type'])) {
    case TYPES.number: {
      const digits = textOf(row['number_value']) ?? text;
      const number = digits === null ? Number.NaN : Number(digits);
      return Number.isFinite(number) ? number : text;
    }
    case TYPES.boolean:
      return text === 'true' ? true : text === 'false' ? false : text;
    case TYPES.date:
      return timestampOf(text) ?? timestampOf(row['date_value']) ?? text;
    case TYPES.array:
      return parsed(text);
    default:
      return text ?? '';
  }
}

/** Parses an array. Umami cuts texts at 500 characters, so that a long one is not JSON: it stays a text. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
