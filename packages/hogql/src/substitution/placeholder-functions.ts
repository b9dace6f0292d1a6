type Calculation = (args: readonly unknown[]) => unknown;

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value ?? NaN);
  return Number.isFinite(number) ? number : null;
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** Functions that may be called in braces, with plain values. All others are allowed only inside `sql(...)`. */
export const PLACEHOLDER_FUNCTIONS: ReadonlyMap<string, Calculation> = new Map<string, Calculation>(
  [
    ['ifNull', ([value, otherwise]) => value ?? otherwise],
    ['coalesce', (args) => args.find((value) => (value ?? null) !== null) ?? null],
    ['isNull', ([value]) => (value ?? null) === null],
    ['isNotNull', ([value]) => (value ?? null) !== null],
    ['empty', ([value]) => !isTruthy(value)],
    ['notEmpty', ([value]) => isTruthy(value)],
    ['length', ([value]) => sizeOf(value)],
    ['lower', ([value]) => text(value).toLowerCase()],
    ['upper', ([value]) => text(value).toUpperCase()],
    ['concat', (args) => args.map(text).join('')],
    ['toString', ([value]) => text(value)],
    ['toFloat', ([value]) => numberOf(value)],
    ['toInt', ([value]) => truncated(numberOf(value))],
  ],
);

function truncated(value: number | null): number | null {
  return value === null ? null : Math.trunc(value);
}

/** Whether a value is true by the rules of Hog: null, zero, an empty text and an empty list are false. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Whether two values are equal by the rules of Hog, which compares a number with the number in a text. */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = alike(one ?? null, other ?? null);
  return a === b;
}

/** Negative, zero or positive; null if the values have no order. */
export function order(one: unknown, other: unknown): number | null {
  const [a, b] = alike(one, other);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return null;
}

function alike(one: unknown, other: unknown): readonly [unknown, unknown] {
  if (typeof one === 'number' && typeof other === 'string') return [one, numberOf(other)];
  if (typeof one === 'string' && typeof other === 'number') return [numberOf(one), other];
  if (typeof one === 'boolean' && typeof other === 'string') return [String(one), lower(other)];
  if (typeof one === 'string' && typeof other === 'boolean') return [lower(one), String(other)];
  return [one, other];
}

function lower(value: string): string {
  return value.toLowerCase();
}
