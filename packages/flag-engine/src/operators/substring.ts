import { negative, positive, type MatcherFactory } from './matcher';
import { foldAscii, textOf } from './text';

type TextTest = (property: string, wanted: string) => boolean;

const contains: TextTest = (property, wanted) => property.includes(wanted);
const startsWith: TextTest = (property, wanted) => property.startsWith(wanted);
const endsWith: TextTest = (property, wanted) => property.endsWith(wanted);

/** Operators on ASCII-folded texts, by name; `not_…` is the complement and matches an absent property. */
export const SUBSTRING_OPERATORS: Readonly<Record<string, MatcherFactory>> = {
  icontains: (filter) => positive(one(filter, contains)),
  not_icontains: (filter) => negative(one(filter, contains)),
  starts_with: (filter) => positive(one(filter, startsWith)),
  not_starts_with: (filter) => negative(one(filter, startsWith)),
  ends_with: (filter) => positive(one(filter, endsWith)),
  not_ends_with: (filter) => negative(one(filter, endsWith)),
  icontains_multi: (filter) => positive(anyOf(filter)),
  not_icontains_multi: (filter) => negative(anyOf(filter)),
};

function one(filter: unknown, test: TextTest): (property: unknown) => boolean {
  const wanted = foldAscii(textOf(filter));
  return (property) => test(foldAscii(textOf(property)), wanted);
}

/** Whether any member of the list (or the single value) is a substring. */
function anyOf(filter: unknown): (property: unknown) => boolean {
  const members: readonly unknown[] = Array.isArray(filter) ? filter : [filter];
  const wanted = members.map((member) => foldAscii(textOf(member)));
  return (property) => {
    const text = foldAscii(textOf(property));
    return wanted.some((part) => text.includes(part));
  };
}
