import { RE2JS } from 're2js';
import {
  negative,
  NEVER_MATCHES,
  ONLY_MISSING_MATCHES,
  positive,
  type PropertyMatcher,
} from './matcher';
import { textOf } from './text';

/** `regex`: the pattern is found anywhere in the property's text, case-sensitively. */
export function regex(filter: unknown): PropertyMatcher {
  const pattern = compilePattern(filter);
  return pattern === null ? NEVER_MATCHES : positive((property) => pattern.test(textOf(property)));
}

/** `not_regex`: the pattern is found nowhere. An invalid pattern matches no present value either. */
export function notRegex(filter: unknown): PropertyMatcher {
  const pattern = compilePattern(filter);
  return pattern === null
    ? ONLY_MISSING_MATCHES
    : negative((property) => pattern.test(textOf(property)));
}

/**
 * Patterns come from users, so they run in an engine whose time is linear in the text. It knows
 * look-behind but neither look-ahead nor back-references; a pattern with those is invalid here.
 */
function compilePattern(filter: unknown): RE2JS | null {
  try {
    return RE2JS.compile(textOf(filter), RE2JS.LOOKBEHINDS);
  } catch {
    return null;
  }
}
