import { RE2JS } from 're2js';
import { assemble } from './assemble';
import { isFound } from './run';
import { hasAsciiClasses, withUnicodeClasses } from './unicode-classes';

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
  if (linear === null) return compileBacktracking(source);
  if (!hasAsciiClasses(source)) return linear;
  // Classes of Unicode take milliseconds to compile, and few texts need them.
  let unicode: Pattern | undefined;
  return (text) => {
    if (isAscii(text)) return linear(text);
    unicode ??= compileUnicode(source) ?? linear;
    return unicode(text);
  };
}

/** Compiles a pattern of the linear engine so that its classes and word boundaries are those of Unicode. */
function compileUnicode(source: string): Pattern | null {
  const replaced = withUnicodeClasses(source);
  if (replaced !== null) return compileLinear(replaced);
  return hasForeignSyntax(source) ? null : compileBacktracking(source);
}

/** Whether the pattern has syntax that the backtracking engine would read as something else. */
function hasForeignSyntax(source: string): boolean {
  return /\[CEQ]|\[pP](?!\{)|\[:\^?\w+:\]/.test(source);
}

function compileLinear(source: string): Pattern | null {
  try {
    const pattern = RE2JS.compile(source, RE2JS.LOOKBEHINDS);
    return (text) => pattern.test(text);
  } catch {
    // The pattern is invalid in this engine's syntax; the caller tries another engine.
    return null;
  }
}

function compileBacktracking(source: string): Pattern | null {
  const program = assemble(source);
  return program && ((text) => isFound(program, text));
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
