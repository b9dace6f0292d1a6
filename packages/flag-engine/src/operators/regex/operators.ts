import {
  NEVER_MATCHES,
  ONLY_MISSING_MATCHES,
  positive,
  type MatcherFactory,
  type PropertyMatcher,
} from '../matcher';
import { textOf } from '../text';
import { compilePattern } from './pattern';

/** `regex`: the pattern is found anywhere in the property's text, case-sensitively. */
export const regex: MatcherFactory = (filter) => {
  const pattern = compilePattern(textOf(filter));
  return pattern === null
    ? NEVER_MATCHES
    : positive((property) => pattern(textOf(property)) === true);
};

/**
 * `not_regex`: the pattern is found nowhere. An invalid pattern matches no present value, nor does one that took too
 * many steps.
 */
export function notRegex(filter: unknown): PropertyMatcher {
  const pattern = compilePattern(textOf(filter));
  if (pattern === null) return ONLY_MISSING_MATCHES;
  return { whenMissing: true, matches: (property) => pattern(textOf(property)) === false };
}
