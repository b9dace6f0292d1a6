import { putKey } from '../json/copy-object';
import { isObject } from '../json/json-object';
import type { JsonObject } from '../json/json-object';

/** Reads values of OTLP messages, decoded from protobuf or JSON (`docs/wire/otel.md#values`). */

/** An own field of a message. Protobuf messages inherit default values, which are ignored here. */
export function own(message: unknown, name: string): unknown {
  return isObject(message) && Object.hasOwn(message, name) ? message[name] : undefined;
}

/** The elements of a repeated field; empty if it is missing. */
export function listOf(message: unknown, name: string): readonly unknown[] {
  const value = own(message, name);
  return Array.isArray(value) ? value : [];
}

export function stringOf(message: unknown, name: string): string {
  const value = own(message, name);
  return typeof value === 'string' ? value : '';
}

/** An integer of up to 64 bits, which is a text in JSON; 0 if the value is not an integer. */
export function integerOf(message: unknown, name: string): bigint {
  return integer(own(message, name)) ?? 0n;
}

/** A number that may have a fraction; null for another value and for a number that is not finite. JSON has 64-bit integers as text. */
export function numberOf(message: unknown, name: string): number | null {
  const value = own(message, name);
  const number = typeof value === 'number' ? value : Number(digitsOf(value) || NaN);
  return Number.isFinite(number) ? number : null;
}

/** An id as hexadecimal digits. Protobuf has bytes, JSON has digits. Empty if it is missing or all zeros. */
export function idOf(message: unknown, name: string): string {
  const value = own(message, name);
  const id =
    value instanceof Uint8Array
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
      : typeof value === 'string'
        ? value.toLowerCase()
        : '';
  return /^[0-9a-f]{1,64}$/.test(id) && !/^0+$/.test(id) ? id : '';
}

/** Attributes by key. One without a value is left out; of several with the same key the last counts. */
export function attributesOf(message: unknown, name = 'attributes'): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const attribute of listOf(message, name)) {
    const value = plainValue(own(attribute, 'value'));
    if (value !== undefined) putKey(attributes, stringOf(attribute, 'key'), value);
  }
  return attributes;
}

/**
 * An `AnyValue` as a JSON value; undefined if it has no value. Integers beyond 2^53 become texts, bytes become
 * base64.
 */
export function plainValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const text = own(value, 'stringValue');
  if (typeof text === 'string') return text;
  const flag = own(value, 'boolValue');
  if (typeof flag === 'boolean') return flag;
  const whole = integer(own(value, 'intValue'));
  if (whole !== undefined) return smallest(whole);
  const double = own(value, 'doubleValue');
  // JSON has neither NaN nor infinity.
  if (typeof double === 'number') return Number.isFinite(double) ? double : null;
  if (typeof double === 'string') return null;
  return containerOf(value);
}

function containerOf(value: JsonObject): unknown {
  const array = own(value, 'arrayValue');
  if (isObject(array)) {
    return listOf(array, 'values').map((element) => plainValue(element) ?? null);
  }
  const map = own(value, 'kvlistValue');
  if (isObject(map)) return attributesOf(map, 'values');
  const bytes = own(value, 'bytesValue');
  if (bytes instanceof Uint8Array) return Buffer.from(bytes).toString('base64');
  return typeof bytes === 'string' ? bytes : undefined;
}

/** Every integer of 64 bits has at most 20 digits. */
const DIGITS = /^-?\d{1,20}$/;

function integer(value: unknown): bigint | undefined {
  const digits = digitsOf(value);
  return digits !== undefined && DIGITS.test(digits) ? BigInt(digits) : undefined;
}

/**
 * Protobuf's 64-bit integers are objects whose `toString` returns digits; JSON objects have no such method of their
 * own.
 */
interface Long {
  readonly low: number;
  toString(): string;
}

function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isLong(value) ? value.toString() : undefined;
}

function isLong(value: unknown): value is Long {
  return (
    isObject(value) && typeof value['low'] === 'number' && typeof value['toString'] === 'function'
  );
}

function smallest(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
