/** The inputs of a comparison other than its two values. */
export interface Clock {
  /** The time of the evaluation; relative dates count back from it. */
  readonly now: Date;
  /** IANA name of the project's timezone; dates without an offset are read in it. */
  readonly timezone: string;
}

/**
 * One property filter, made ready once per definition: the operator with its filter value parsed.
 */
export interface PropertyMatcher {
  /** The result when the property's key is absent. */
  readonly whenMissing: boolean;
  /** The result for a present value, null included. A comparison that makes no sense is a miss. */
  readonly matches: (property: unknown, clock: Clock) => boolean;
}

/** Makes a matcher from the stored filter value; `filter` is neither null nor undefined. */
export type MatcherFactory = (filter: unknown) => PropertyMatcher;

const miss = (): boolean => false;

/** A filter that no value can satisfy, such as one with a value-needing operator and no value. */
export const NEVER_MATCHES: PropertyMatcher = { whenMissing: false, matches: miss };

/** A matcher for an operator that wants the property to be there. */
export function positive(matches: PropertyMatcher['matches']): PropertyMatcher {
  return { whenMissing: false, matches };
}

/** The complement of `positive(matches)`: an absent property satisfies it. */
export function negative(matches: PropertyMatcher['matches']): PropertyMatcher {
  return { whenMissing: true, matches: (property, clock) => !matches(property, clock) };
}

/** A negative operator whose filter value is unusable: an error, hence a miss for present values. */
export const ONLY_MISSING_MATCHES: PropertyMatcher = { whenMissing: true, matches: miss };

/** `is_set`: the key is there; a null value counts as set. */
export const IS_SET: PropertyMatcher = { whenMissing: false, matches: () => true };

/** `is_not_set`: the key is absent. */
export const IS_NOT_SET: PropertyMatcher = { whenMissing: true, matches: () => false };
