import { RE2JS } from 're2js';
import { assemble } from './assemble';
import { isFound } from './run';
import { parsePattern } from './syntax';
import { hasAsciiClasses, withUnicodeClasses } from './unicode-classes';

/** The maximum length of a text that both engines search in about the same time. */
const MAX_QUICK_LENGTH = 1_000;

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
  // Few texts need the classes of Unicode.
  let unicode: Pattern | undefined;
  return (text) => {
    if (isAscii(text)) return linear(text);
    unicode ??= compileUnicode(source, linear);
    return unicode(text);
  };
}

/**
 * Compiles a pattern of the linear engine so that its classes and word boundaries are those of Unicode. The
 * backtracking engine compiles them in microseconds, the linear one in milliseconds: it only searches long texts, and
 * with patterns that the former cannot read, or that take it too many steps.
 */
function compileUnicode(source: string, ascii: Pattern): Pattern {
  const replaced = withUnicodeClasses(source);
  if (replaced === null) {
    return (hasForeignSyntax(source) ? null : compileBacktracking(source)) ?? ascii;
  }
  const quick = parsePattern(source)?.unicode === true ? compileBacktracking(source) : null;
  let linear: Pattern | undefined;
  return (text) => {
    const found = text.length > MAX_QUICK_LENGTH ? null : (quick?.(text) ?? null);
    if (found !== null) return found;
    linear ??= compileLinear(replaced) ?? ascii;
    return linear(text);
  };
}

/** Whether the pattern has syntax that the backtracking engine would read as something else. */
function hasForeignSyntax(source: string): boolean {
  return /\\[CEQ]|\\[pP](?!\{)|\\x\{|\[:\^?\w+:\]/.test(source);
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
