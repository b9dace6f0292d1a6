type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A copy without some keys. Deleting keys from a copy instead would make V8 store it as a hash table, which is slower
 * to read, copy and serialise.
 */
export function copyWithout(
  given: JsonObject,
  skipped: ReadonlySet<string>,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(given)) if (!skipped.has(key)) putKey(copy, key, given[key]);
  return copy;
}

/** Copies all members of `from` to `target`, which is changed: much faster than spreading two objects. */
export function assignAll(target: Record<string, unknown>, from: JsonObject): void {
  for (const key of Object.keys(from)) putKey(target, key, from[key]);
}

/** Sets a key. `__proto__` is an ordinary name in JSON, but a plain assignment would not store it. */
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
