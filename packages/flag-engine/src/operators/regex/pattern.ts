import { RE2JS } from 're2js';
import { assemble } from './assemble';
import { isFound } from './run';

/** Returns whether the pattern is found anywhere in the text; null when the search takes too many steps. */
export type Pattern = (text: string) => boolean | null;

/**
 * Compiles a pattern; null when it is invalid.
 *
 * Patterns come from users, so they run in an engine whose time is linear in the text. Patterns that it does not
 * support (with look-ahead or back-references) run in a backtracking engine of our own with a limit on steps
 * (`docs/wire/flags-evaluation.md#operator-regex`).
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
    // The pattern is invalid in this engine's syntax; the caller tries another engine.
    return null;
  }
}
