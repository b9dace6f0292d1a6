/** Random numbers that depend only on a seed. */
export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number;
  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** Returns true with the given probability, from 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Returns one of the values, with a probability in proportion to its weight. */
  weighted<T>(values: readonly (readonly [value: T, weight: number])[]): T;
  /**
   * Returns a UUID of version 7, which begins with the time.
   *
   * @param atMs milliseconds since 1970
   */
  uuid(atMs: number): string;
}

/** Uses Mulberry32, a short algorithm that is good enough for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => between(0, 15).toString(16)).join('');

  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (values) => at(values, between(0, values.length - 1)),
    weighted(values) {
      let left = next() * values.reduce((sum, [, weight]) => sum + weight, 0);
      const found = values.find(([, weight]) => (left -= weight) < 0);
      return (found ?? at(values, values.length - 1))[0];
    },
    uuid(atMs) {
      const time = Math.floor(atMs).toString(16).padStart(12, '0');
      const variant = '89ab'.charAt(between(0, 3));
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
    },
  };
}

/** @throws RangeError if there is no such value */
function at<T>(values: readonly T[], index: number): T {
  if (index < 0 || index >= values.length) throw new RangeError('the list to choose from is empty');
  return values[index] as T;
}
