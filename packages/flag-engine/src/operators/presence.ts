import type { PropertyMatcher } from './matcher';

/** `is_set`: the key is there; a null value counts as set. */
export const IS_SET: PropertyMatcher = { whenMissing: false, matches: () => true };

/** `is_not_set`: the key is absent. */
export const IS_NOT_SET: PropertyMatcher = { whenMissing: true, matches: () => false };
