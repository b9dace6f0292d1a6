import { isJsonObject, ownValue, type JsonObject } from '../json';

/** Thrown when a stored definition does not have the documented shape; the message names the place. */
export class MalformedFlag extends Error {
  override readonly name = 'MalformedFlag';
}

/*
 * Readers of one field of stored JSON. Absent and null are the same to all of them: null is returned.
 * A value of another type is a MalformedFlag, never a guess: a guess could switch a flag on.
 */

export function readObject(owner: JsonObject, key: string): JsonObject | null {
  const value = present(owner, key);
  if (value === null || isJsonObject(value)) return value;
  throw new MalformedFlag(`${key} is not an object`);
}

function readList(owner: JsonObject, key: string): readonly unknown[] | null {
  const value = present(owner, key);
  if (value === null || Array.isArray(value)) return value;
  throw new MalformedFlag(`${key} is not a list`);
}

export function readObjects(owner: JsonObject, key: string): readonly JsonObject[] {
  return (readList(owner, key) ?? []).map((entry, index) => {
    if (isJsonObject(entry)) return entry;
    throw new MalformedFlag(`${key}[${index}] is not an object`);
  });
}

export function readText(owner: JsonObject, key: string): string | null {
  const value = present(owner, key);
  if (value === null || typeof value === 'string') return value;
  throw new MalformedFlag(`${key} is not a text`);
}

export function readNumber(owner: JsonObject, key: string): number | null {
  const value = present(owner, key);
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new MalformedFlag(`${key} is not a finite number`);
}

export function readIndex(owner: JsonObject, key: string): number | null {
  const value = readNumber(owner, key);
  if (value === null || (Number.isInteger(value) && value >= 0)) return value;
  throw new MalformedFlag(`${key} is not a whole number`);
}

export function readBoolean(owner: JsonObject, key: string): boolean | null {
  const value = present(owner, key);
  if (value === null || typeof value === 'boolean') return value;
  throw new MalformedFlag(`${key} is not true or false`);
}

function present(owner: JsonObject, key: string): unknown {
  return ownValue(owner, key) ?? null;
}
