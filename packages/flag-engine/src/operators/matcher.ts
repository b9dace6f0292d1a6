/** The inputs of a comparison other than the two values. */
export interface Clock {
  /** The time of the evaluation; relative dates count back from it. */
  readonly now: Date;
  /** IANA name of the project's timezone; dates without an offset are read in it. */
  readonly timezone: string;
}

/** One property filter, prepared once per definition: the operator with its parsed filter value. */
export interface PropertyMatcher {
  /** The result when the property's key is absent. */
  readonly whenMissing: boolean;
  /** The result for a present value, null included. A comparison without meaning is a miss. */
  readonly matches: (property: unknown, clock: Clock) => boolean;
  /** Present when the result depends on the clock. */
  readonly readsClock?: true;
}

/** Makes a matcher from the stored filter value; `filter` is neither null nor undefined. */
export type MatcherFactory = (filter: unknown) => PropertyMatcher;

const miss = (): boolean => false;

/** A filter that no value can satisfy, such as one that needs a value and has none. */
export const NEVER_MATCHES: PropertyMatcher = { whenMissing: false, matches: miss };

/** A matcher for an operator that requires the property to be present. */
export function positive(matches: PropertyMatcher['matches']): PropertyMatcher {
  return { whenMissing: false, matches };
}

/** The complement of `positive(matches)`: an absent property matches. */
export function negative(matches: PropertyMatcher['matches']): PropertyMatcher {
  return { whenMissing: true, matches: (property, clock) => !matches(property, clock) };
}

/** A negative operator with an unusable filter value: an error, so present values do not match. */
export const ONLY_MISSING_MATCHES: PropertyMatcher = { whenMissing: true, matches: miss };

/** `is_set`: the key is present; a null value counts as set. */
export const IS_SET: PropertyMatcher = { whenMissing: false, matches: () => true };

/** `is_not_set`: the key is absent. */
export const IS_NOT_SET: PropertyMatcher = { whenMissing: true, matches: () => false };
