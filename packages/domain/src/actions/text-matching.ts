import { RE2JS } from 're2js';

export type TextTest = (text: string) => boolean;

/** SQL's LIKE: `%` is any text, `_` is one character, a backslash makes the next character literal. */
export function like(pattern: string, flags: 'case' | 'any case'): TextTest {
  const source = pattern.replace(/\\([%_\\])|([%_])|[^%_\\]+|\\/g, (part, escaped, wildcard) => {
    if (typeof wildcard === 'string') return wildcard === '%' ? '.*' : '.';
    return RE2JS.quote(typeof escaped === 'string' ? escaped : part);
  });
  const plain = plainText(pattern);
  if (plain !== null) return containing(plain, flags, () => regexOf(source, flags));
  return regexOf(source, flags);
}

/** A pattern of LIKE that matches only the text itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/** The literal text that a pattern searches for, if it has no other condition; null otherwise. */
function plainText(pattern: string): string | null {
  return /^%[^%_\\]+%$/.test(pattern) ? pattern.slice(1, -1) : null;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * Searches without a regular expression where possible: RE2 is only needed for case-insensitive letters outside
 * ASCII.
 */
function containing(plain: string, flags: 'case' | 'any case', compile: () => TextTest): TextTest {
  if (flags === 'case') return (text) => text.includes(plain);
  const lower = ASCII.test(plain) ? plain.toLowerCase() : null;
  let general: TextTest | null = null;
  return (text) => {
    if (lower !== null && ASCII.test(text)) return text.toLowerCase().includes(lower);
    general ??= compile();
    return general(text);
  };
}

function regexOf(source: string, flags: 'case' | 'any case'): TextTest {
  const caseFlag = flags === 'any case' ? RE2JS.CASE_INSENSITIVE : 0;
  const compiled = RE2JS.compile(source, RE2JS.DOTALL | caseFlag);
  return (text) => compiled.matches(text);
}

/** Searches a text for an RE2 expression; `.` also matches newlines, as in the engine. */
export function regex(pattern: string): TextTest {
  const compiled = RE2JS.compile(pattern, RE2JS.DOTALL);
  return (text) => compiled.matcher(text).find();
}

/** The test of a step's text, link or URL. In `contains`, `%` and `_` are wildcards. */
export function textTest(
  wanted: string,
  mode: 'contains' | 'exact' | 'regex',
  flags: 'case' | 'any case',
): TextTest {
  switch (mode) {
    case 'exact':
      return (text) => text === wanted;
    case 'contains':
      return like(`%${wanted}%`, flags);
    case 'regex':
      return regex(wanted);
  }
}
