import { putKey } from '../json/copy-object';
import { isObject } from '../json/json-object';
import type { JsonObject } from '../json/json-object';

/* Values of OTLP messages, whether protobuf or JSON brought them (`docs/wire/otel.md#values`). */

/** An own field of a message: protobuf's messages inherit their defaults, which are not asked for here. */
export function own(message: unknown, name: string): unknown {
  return isObject(message) && Object.hasOwn(message, name) ? message[name] : undefined;
}

/** The elements of a repeated field; none when it is missing. */
export function listOf(message: unknown, name: string): readonly unknown[] {
  const value = own(message, name);
  return Array.isArray(value) ? value : [];
}

export function stringOf(message: unknown, name: string): string {
  const value = own(message, name);
  return typeof value === 'string' ? value : '';
}

/** An integer of up to 64 bits, which JSON has as a text; 0 for what is none. */
export function integerOf(message: unknown, name: string): bigint {
  return integer(own(message, name)) ?? 0n;
}

/** A number that may have a fraction; null when it is none, or not finite. JSON has 64-bit integers as texts. */
export function numberOf(message: unknown, name: string): number | null {
  const value = own(message, name);
  const number = typeof value === 'number' ? value : Number(digitsOf(value) || NaN);
  return Number.isFinite(number) ? number : null;
}

/** An id as hexadecimal digits: bytes in protobuf, digits in JSON. Empty when it is missing or all zeros. */
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

/** Attributes by their keys. One whose value is missing is left out; the last of several alike counts. */
export function attributesOf(message: unknown, name = 'attributes'): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const attribute of listOf(message, name)) {
    const value = plainValue(own(attribute, 'value'));
    if (value !== undefined) putKey(attributes, stringOf(attribute, 'key'), value);
  }
  return attributes;
}

/** An `AnyValue` as JSON has it; undefined when it has no value. Integers beyond 2^53 are texts, bytes are base64. */
export function plainValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const text = own(value, 'stringValue');
  if (typeof text === 'string') return text;
  const flag = own(value, 'boolValue');
  if (typeof flag === 'boolean') return flag;
  const whole = integer(own(value, 'intValue'));
  if (whole !== undefined) return smallest(whole);
  const double = own(value, 'doubleValue');
  // JSON has no NaN and no infinity.
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

/** 20 digits hold every integer of 64 bits. */
const DIGITS = /^-?\d{1,20}$/;

function integer(value: unknown): bigint | undefined {
  const digits = digitsOf(value);
  return digits !== undefined && DIGITS.test(digits) ? BigInt(digits) : undefined;
}

/** Protobuf's 64-bit integers are objects that write themselves as digits; objects of JSON have no such method. */
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
