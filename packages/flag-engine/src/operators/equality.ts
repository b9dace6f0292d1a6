import { negative, positive, type PropertyMatcher } from './matcher';
import { numberOf } from './numeric';
import { textOf } from './text';

type Equality = (property: unknown) => boolean;

/** `exact`: equality of texts without regard to case, with booleans collapsed. */
export const exact = (filter: unknown): PropertyMatcher => positive(equalTo(filter));

/** `is_not`: the negation of `exact`; an absent property matches. */
export const isNot = (filter: unknown): PropertyMatcher => negative(equalTo(filter));

/**
 * A filter made only of booleans (as JSON or as text, alone or in a list) compares truth with truth:
 * `false` then matches every property that is not true, "banana" included. Any other filter compares
 * the lower-cased texts, a list by membership.
 */
function equalTo(filter: unknown): Equality {
  if (isBooleanLike(filter)) {
    const wanted = isTrue(filter);
    return (property) => isTrue(property) === wanted;
  }
  const listed: readonly unknown[] = Array.isArray(filter) ? filter : [filter];
  const members = new Set(listed.map(foldedText));
  const rounded = new Set(listed.filter(isRounded));
  return (property) =>
    members.has(foldedText(property)) || (rounded.size > 0 && rounded.has(numberOf(property)));
}

/** Whether a number of a stored filter may have lost digits. Numbers of requests keep theirs, as texts. */
function isRounded(value: unknown): value is number | null {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Full Unicode lower-casing, unlike the ASCII folding of the substring operators. */
function foldedText(value: unknown): string {
  return textOf(value).toLowerCase();
}

/** An empty list counts as boolean-like and true, so it matches only a true property. */
function isBooleanLike(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return /^(?:true|false)$/i.test(value);
  return Array.isArray(value) && value.every(isBooleanLike);
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.toLowerCase() === 'true';
  return Array.isArray(value) && value.every(isTrue);
}
