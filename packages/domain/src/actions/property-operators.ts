import { escapeLike, like, regex } from './text-matching';

/** The values of a filter as texts, or null. */
export type Wanted = readonly (string | null)[];
/** @param text null for a property that is missing or null */
type PropertyTest = (text: string | null) => boolean;
/** Compiles the values of a filter into a test, which can run on any number of properties. */
type Operator = (wanted: Wanted) => PropertyTest;

const equal: Operator = (wanted) => (text) => wanted.includes(text);

function some(compile: (wanted: string) => (text: string) => boolean): Operator {
  return (wanted) => {
    const tests = wanted.map((value) => compile(String(value)));
    return (text) => text !== null && tests.some((test) => test(text));
  };
}

const not =
  (operator: Operator): Operator =>
  (wanted) => {
    const test = operator(wanted);
    return (text) => !test(text);
  };

/** Compares as numbers if a value of the filter is a number, else as texts; one of several values must match. */
function ordering(test: (left: number | string, right: number | string) => boolean): Operator {
  return (wanted) => (text) =>
    wanted.some((value) => {
      if (text === null || value === null) return false;
      const right = numberIn(value);
      if (right === null) return test(text, value);
      const left = numberIn(text);
      return left !== null && test(left, right);
    });
}

/** Within two bounds, both included; not for a property that is missing or not a number. */
const within: Operator = (wanted) => {
  const [low = null, high = null] = wanted.map((value) => numberIn(value ?? ''));
  return (text) => {
    const number = text === null ? null : numberIn(text);
    return number !== null && low !== null && high !== null && number >= low && number <= high;
  };
};

/** Texts in any case. Several values are plain texts, a single one is a pattern of LIKE. */
const containing =
  (isPlain = false): Operator =>
  (wanted) => {
    const escapes = isPlain || wanted.length > 1;
    return some((value) => like(`%${escapes ? escapeLike(value) : value}%`, 'any case'))(wanted);
  };

const contains = containing();
const containsPlain = containing(true);
const starts = some((value) => like(`${value}%`, 'any case'));
const ends = some((value) => like(`%${value}`, 'any case'));
const matches = some(regex);
const atLeast = ordering((left, right) => left >= right);
const atMost = ordering((left, right) => left <= right);

/** Operators that compare only the property with the filter (`docs/wire/actions-matching.md#filter-operators`). */
const OPERATORS: Readonly<Record<string, Operator>> = {
  exact: equal,
  in: equal,
  is_cleaned_path_exact: equal,
  is_not: not(equal),
  not_in: not(equal),
  icontains: contains,
  icontains_multi: containsPlain,
  not_icontains: not(contains),
  not_icontains_multi: not(containsPlain),
  starts_with: starts,
  not_starts_with: not(starts),
  ends_with: ends,
  not_ends_with: not(ends),
  regex: matches,
  not_regex: not(matches),
  gt: ordering((left, right) => left > right),
  gte: atLeast,
  lt: ordering((left, right) => left < right),
  lte: atMost,
  min: atLeast,
  max: atMost,
  between: within,
  not_between: not(within),
  is_set: () => (text) => text !== null,
  is_not_set: () => (text) => text === null,
};

/** A comparison with a filter's values; null for an operator that needs the engine (dates, versions). */
export function propertyTest(name: string, wanted: Wanted): ((value: unknown) => boolean) | null {
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (operator === undefined) return null;
  const test = operator(wanted);
  return (value) => test(textOf(value));
}

/** The text form of a property. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numberIn(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
