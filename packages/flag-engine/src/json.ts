/** A parsed JSON object with unknown keys. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the value is a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value of an object's own key, or undefined. Keys come from users: `constructor` and
 * `__proto__` must not reach the prototype.
 */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
