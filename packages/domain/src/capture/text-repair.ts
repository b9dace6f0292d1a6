/** NUL, which Postgres rejects, and lone surrogates, which are no UTF-8; pairs do not match under `u`. */
const UNSTORABLE = /\0|[\uD800-\uDFFF]/gu;

/** An escape that could parse to an unstorable character. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** May the JSON text hold characters that a store rejects? False for nearly all. */
export function mayNeedRepair(json: string): boolean {
  // Both look-ups run at the speed of memory for the texts that are asked about.
  return (json.includes('\\u') && SUSPICIOUS_ESCAPE.test(json)) || !json.isWellFormed();
}

/** The text with every unstorable character replaced by U+FFFD. */
export function repairText(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD');
}

/** A parsed JSON value with all texts and keys repaired. Depth is bounded by the parser before. */
export function repairJson(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value);
  if (Array.isArray(value)) return value.map(repairJson);
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries defines properties: a key `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [repairText(key), repairJson(child)]),
  );
}
