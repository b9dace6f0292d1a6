type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A copy without some keys. Deleting from a copy instead would turn it into a hash table, which is
 * slower to read, to copy and to write as text.
 */
export function copyWithout(
  given: JsonObject,
  skipped: ReadonlySet<string>,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(given)) if (!skipped.has(key)) putKey(copy, key, given[key]);
  return copy;
}

/** Lays all of `from` over `target`, which is changed: much cheaper than spreading two objects. */
export function assignAll(target: Record<string, unknown>, from: JsonObject): void {
  for (const key of Object.keys(from)) putKey(target, key, from[key]);
}

/** `__proto__` is a name like any other in JSON; a plain assignment would not store it. */
export function putKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else target[key] = value;
}
