/** A copy without the keys whose value is undefined, so that equal queries have the same JSON text. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
