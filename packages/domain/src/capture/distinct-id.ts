import { repairText } from './text-repair';

/** Longer ids are cut, never rejected. */
const MAX_CODE_POINTS = 200;

/** Whether `coerceDistinctId` has cut this id: what it returns is then exactly as long as allowed. */
export function isCutDistinctId(value: unknown, coerced: string): boolean {
  if (coerced.length < MAX_CODE_POINTS) return false;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > coerced.length;
}

/**
 * A distinct id as text: numbers in decimal, arrays and objects as compact JSON, NUL replaced, cut to
 * 200 code points. Surrounding white space is kept.
 *
 * @returns undefined when there is none: null, missing, empty or blank.
 */
export function coerceDistinctId(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const text = repairText(typeof value === 'string' ? value : JSON.stringify(value));
  return text.trim() === '' ? undefined : cut(text);
}

function cut(text: string): string {
  // A code point takes at most two UTF-16 units: a text this short cannot be too long.
  if (text.length <= MAX_CODE_POINTS) return text;
  return Array.from(text.slice(0, 2 * MAX_CODE_POINTS))
    .slice(0, MAX_CODE_POINTS)
    .join('');
}
