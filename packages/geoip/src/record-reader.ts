type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; empty if it is not one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** A text that is not empty, because databases store unknown values as empty texts; else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Degrees, rounded to four decimals (about eleven metres, finer than any location of an address). Some databases
 * store 32-bit floats, whose further digits are inexact.
 */
export function degreesOf(value: unknown, limit: number): number | null {
  const degrees = numberOf(value);
  return degrees === null || Math.abs(degrees) > limit ? null : Math.round(degrees * 1e4) / 1e4;
}
