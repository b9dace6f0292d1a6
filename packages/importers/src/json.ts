/** A JSON object of a source. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object, also from its JSON text; null for any other value. */
export function objectOf(value: unknown): JsonObject | null {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Returns a text or number as text; null for an empty text or any other value. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Removes members that are undefined, null or empty, because sources write these for missing values. */
export function present(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );
}
