const MAX_VALUES = 100;
const MAX_LENGTH = 400;
const MIN_LENGTH = 3;
const MIN_DIGITS = 6;

/**
 * Property values by which a text may identify a person: e-mail addresses, names, numbers with at least six digits.
 * SDKs set properties that begin with `$` to the same values for many persons, so these count only if they contain an
 * `@`.
 * @returns values without duplicates, at most 100, with 3 to 400 characters each
 */
export function namingValues(properties: Readonly<Record<string, unknown>>): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown, isAutomatic: boolean): void => {
    if (found.size >= MAX_VALUES) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, isAutomatic);
    } else if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) visit(item, isAutomatic);
    } else {
      const text = namingText(value);
      if (text !== null && (!isAutomatic || text.includes('@'))) found.add(text);
    }
  };
  for (const [name, value] of Object.entries(properties)) visit(value, name.startsWith('$'));
  return [...found];
}

function namingText(value: unknown): string | null {
  if (typeof value === 'number') {
    return Number.isInteger(value) && String(Math.abs(value)).length >= MIN_DIGITS
      ? String(value)
      : null;
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text.length >= MIN_LENGTH && text.length <= MAX_LENGTH ? text : null;
}
