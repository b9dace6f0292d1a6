import type { WarehouseColumnType } from '@tidemark/contracts';

const INTEGER = /^-?(?:0|[1-9]\d{0,17})$/;
const FLOAT = /^[+-]?(?:(?:0|[1-9]\d{0,308})(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,3})?$/i;
const BOOLEAN = /^(?:true|false)$/i;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const DATETIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?\s?(?:Z|UTC|[+-]\d\d:?\d\d)?$/;
/** The maximum length of a text that can have a type other than string. */
const MAX_LENGTH = 320;

/**
 * The type of a value that is text in its file, such as CSV. Digits that begin with 0 are a code and therefore a
 * string.
 */
export function typeOfText(text: string): WarehouseColumnType {
  if (text.length > MAX_LENGTH) return 'string';
  if (INTEGER.test(text)) return 'integer';
  if (FLOAT.test(text)) return 'float';
  if (BOOLEAN.test(text)) return 'boolean';
  return typeOfTimestamp(text);
}

/** The type of a text in JSON: dates and timestamps are the only types that JSON writes as texts. */
export function typeOfTimestamp(text: string): WarehouseColumnType {
  if (text.length > MAX_LENGTH) return 'string';
  if (DATE.test(text)) return 'date';
  return DATETIME.test(text) ? 'datetime' : 'string';
}

/** The type that can represent values of both types; null means that no type is known yet. */
export function commonType(
  one: WarehouseColumnType | null,
  other: WarehouseColumnType | null,
): WarehouseColumnType | null {
  if (one === null || other === null || one === other) return one ?? other;
  const pair = new Set([one, other]);
  if (pair.has('integer') && pair.has('float')) return 'float';
  if (pair.has('date') && pair.has('datetime')) return 'datetime';
  return 'string';
}
