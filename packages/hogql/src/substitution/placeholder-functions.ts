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

/** What may be called between braces, with plain values. Everything else belongs inside `sql(...)`. */
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

/** As Hog takes it: nothing, zero, an empty text and an empty list are false. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Whether two values are the same to Hog, which compares a number with the number that a text spells. */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = alike(one ?? null, other ?? null);
  return a === b;
}

/** Negative, zero, positive; null where values have no order. */
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
