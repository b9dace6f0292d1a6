/**
 * NUL, which Postgres rejects, and lone surrogates, which UTF-8 cannot encode; with the `u` flag pairs do not match.
 */
const UNSTORABLE = /\0|[\uD800-\uDFFF]/gu;

/** An escape that may be parsed to an unstorable character. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** Whether the JSON text may contain characters that a store rejects; false for nearly all texts. */
export function mayNeedRepair(json: string): boolean {
  // For most texts, both checks are fast native scans.
  return (json.includes('\\u') && SUSPICIOUS_ESCAPE.test(json)) || !json.isWellFormed();
}

/** The text with every unstorable character replaced by U+FFFD. */
export function repairText(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD');
}

/** A parsed JSON value with all texts and keys repaired. The parser has already limited its depth. */
export function repairJson(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value);
  if (Array.isArray(value)) return value.map(repairJson);
  if (typeof value !== 'object' || value === null) return value;
  // `fromEntries` defines own properties, so that a key `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [repairText(key), repairJson(child)]),
  );
}
