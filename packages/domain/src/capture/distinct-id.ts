import { isObject } from '../json/json-object';
import { repairText } from './text-repair';

/** Longer ids are cut, not rejected. */
const MAX_CODE_POINTS = 200;

/** Whether `coerceDistinctId` has cut this id: its result then has exactly the maximum length. */
export function isCutDistinctId(value: unknown, coerced: string): boolean {
  if (coerced.length < MAX_CODE_POINTS) return false;
  return textOfId(value).length > coerced.length;
}

/**
 * A distinct id as text: numbers in decimal, arrays and objects as compact JSON with sorted keys, NUL replaced, cut to
 * 200 code points. Surrounding white space is kept.
 * @returns undefined if the value is null, missing, empty or blank
 */
export function coerceDistinctId(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const text = repairText(textOfId(value));
  return text.trim() === '' ? undefined : cut(text);
}

function textOfId(value: unknown): string {
  return typeof value === 'string' ? value : sortedJson(value);
}

/**
 * Compact JSON whose keys are sorted, so that an object is the same id in every order of its keys. They are not
 * sorted by making another object: an object lists keys that are numbers first.
 */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key])}`);
  return `{${members.join(',')}}`;
}

function cut(text: string): string {
  // A code point has at most two UTF-16 units, and at least one: a text of this length cannot have too many.
  if (text.length <= MAX_CODE_POINTS) return text;
  return Array.from(text.slice(0, 2 * MAX_CODE_POINTS))
    .slice(0, MAX_CODE_POINTS)
    .join('');
}
