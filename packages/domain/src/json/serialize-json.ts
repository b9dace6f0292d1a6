/** Integers beyond 64 bits have at least this many digits. */
const LONG_DIGITS = /\d{19}/;
const BEYOND_INT64 = 2 ** 63;

/**
 * JSON text whose numbers ClickHouse can read: it rejects integers beyond 64 bits unless they are written as floats.
 * The value must be plain JSON.
 */
export function serializeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return LONG_DIGITS.test(text) ? serializeCarefully(value) : text;
}

function serializeCarefully(value: unknown): string {
  if (typeof value === 'number' && Math.abs(value) >= BEYOND_INT64 && Number.isFinite(value)) {
    return value.toExponential();
  }
  if (Array.isArray(value)) return `[${value.map(serializeCarefully).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, inner]) => `${JSON.stringify(key)}:${serializeCarefully(inner)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
