import {
  NEVER_MATCHES,
  ONLY_MISSING_MATCHES,
  positive,
  type MatcherFactory,
  type PropertyMatcher,
} from './matcher';
import { textOf } from './text';

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
const NOT_A_NUMBER = /^[+-]?nan$/i;

/**
 * A number, or a text that contains one in decimal notation (exponents, `inf` and `nan` included; neither spaces nor
 * hexadecimal). Null when it is not numeric.
 */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const text = textOf(value);
  if (DECIMAL.test(text)) return Number(text);
  const infinite = INFINITE.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  return NOT_A_NUMBER.test(text) ? NaN : null;
}

type Comparison = (property: number, filter: number) => boolean;

/** Ordering operators: both sides as numbers; a side that is not numeric is a miss. */
export const ORDERING_OPERATORS: Readonly<Record<string, MatcherFactory>> = {
  gt: (filter) => compare(filter, (property, bound) => property > bound),
  gte: (filter) => compare(filter, (property, bound) => property >= bound),
  lt: (filter) => compare(filter, (property, bound) => property < bound),
  lte: (filter) => compare(filter, (property, bound) => property <= bound),
};

function compare(filter: unknown, holds: Comparison): PropertyMatcher {
  const bound = numberOf(filter);
  if (bound === null) return NEVER_MATCHES;
  return positive((property) => {
    const number = numberOf(property);
    return number !== null && holds(number, bound);
  });
}

/** `between`: inside [min, max], both ends included. */
export const between: MatcherFactory = (filter) => {
  const range = rangeOf(filter);
  if (range === null) return NEVER_MATCHES;
  return positive((property) => {
    const number = numberOf(property);
    return number !== null && range.min <= number && number <= range.max;
  });
};

/**
 * `not_between`: outside [min, max], or absent. A value that is not a number, NaN included, does not match, so this
 * is not the complement of `between`.
 */
export const notBetween: MatcherFactory = (filter) => {
  const range = rangeOf(filter);
  if (range === null) return ONLY_MISSING_MATCHES;
  return {
    whenMissing: true,
    matches: (property) => {
      const number = numberOf(property);
      return number !== null && (number < range.min || number > range.max);
    },
  };
};

/** The two ends of a range filter; null unless it is a list of two numbers in ascending order. */
function rangeOf(filter: unknown): { min: number; max: number } | null {
  if (!Array.isArray(filter) || filter.length !== 2) return null;
  const min = numberOf(filter[0]);
  const max = numberOf(filter[1]);
  return min !== null && max !== null && min <= max ? { min, max } : null;
}
