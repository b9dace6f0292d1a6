const BEYOND_INT64 = 2 ** 63;

/**
 * JSON text whose numbers ClickHouse can read: it rejects integers beyond 64 bits unless they are written as floats.
 * The value must be plain JSON.
 */
export function serializeJson(value: unknown): string {
  // Searching the values is many times faster than searching the text for long numbers.
  return hasHugeNumber(value) ? serializeCarefully(value) : JSON.stringify(value);
}

function isHuge(value: unknown): value is number {
  return typeof value === 'number' && (value >= BEYOND_INT64 || value <= -BEYOND_INT64);
}

/** Whether a number anywhere in the value is too large for a signed integer of 64 bits. */
function hasHugeNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isHuge(value);
  if (Array.isArray(value)) return value.some(hasHugeNumber);
  for (const key in value) {
    const inner: unknown = (value as Readonly<Record<string, unknown>>)[key];
    // Most values are texts, which need no call.
    if (typeof inner !== 'string' && hasHugeNumber(inner)) return true;
  }
  return false;
}

function serializeCarefully(value: unknown): string {
  if (isHuge(value) && Number.isFinite(value)) return value.toExponential();
  if (Array.isArray(value)) return `[${value.map(serializeCarefully).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, inner]) => `${JSON.stringify(key)}:${serializeCarefully(inner)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
