import { RE2JS } from 're2js';
import { assemble } from './assemble';
import { isFound } from './run';

/** Is the pattern found anywhere in the text? Null when that takes too many steps to find out. */
export type Pattern = (text: string) => boolean | null;

/**
 * Makes a pattern ready; null when it is invalid.
 *
 * Patterns come from users, so they run in an engine whose time is linear in the text. The few that it
 * does not know (with look-ahead or back-references) run in one of our own, which goes back and tries
 * again, but only so many steps (`docs/wire/flags-evaluation.md#operator-regex`).
 */
export function compilePattern(source: string): Pattern | null {
  const linear = compileLinear(source);
  if (linear !== null) return (text) => linear.test(text);
  const program = assemble(source);
  return program && ((text) => isFound(program, text));
}

function compileLinear(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source, RE2JS.LOOKBEHINDS);
  } catch {
    // The pattern has another syntax or is invalid; the caller decides which.
    return null;
  }
}
