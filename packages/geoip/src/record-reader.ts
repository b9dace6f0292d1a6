type Fields = Readonly<Record<string, unknown>>;

/** A nested map; empty when it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** A text with something in it; databases write "unknown" as an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Degrees to four places, about eleven metres, which is far finer than any address is known. Some
 * databases store 32-bit floats, whose digits beyond that are noise.
 */
export function degreesOf(value: unknown, limit: number): number | null {
  const degrees = numberOf(value);
  return degrees === null || Math.abs(degrees) > limit ? null : Math.round(degrees * 1e4) / 1e4;
}
