import type { FlagReference } from '@tidemark/contracts';

/** A reference to a flag in a text. */
export type TextReference = Omit<FlagReference, 'path'>;

/**
 * The methods of the SDKs of PostHog and OpenFeature that get the key of a flag, in lower case and without underscores.
 * The names are the same in JavaScript, React, React Native, Python, Ruby, PHP, Go, Java, Kotlin, Swift, Dart, C#,
 * Elixir and Rust.
 */
const METHODS = new Set([
  'isfeatureenabled',
  'featureenabled',
  'getfeatureflag',
  'getfeatureflagvalue',
  'getfeatureflagresult',
  'getfeatureflagpayload',
  'getfeatureflagstringpayload',
  'getfeatureflagvariant',
  'getremoteconfigpayload',
  'getremoteconfigvalue',
  'usefeatureflag',
  'usefeatureflagenabled',
  'usefeatureflagvariantkey',
  'usefeatureflagpayload',
  'usefeatureflagresult',
  'updateearlyaccessfeatureenrollment',
  'getflag',
  'isenabled',
  'checkflag',
  'featureflag',
  // OpenFeature
  ...['boolean', 'string', 'number', 'integer', 'float', 'double', 'object'].flatMap((type) => [
    `get${type}value`,
    `get${type}details`,
    `${type}value`,
    `${type}valuedetails`,
    `use${type}flagvalue`,
    `use${type}flagdetails`,
  ]),
]);

const WORD = /[A-Za-z0-9_-]+/g;
/** The number of characters before a key that are searched for the call: calls may have line breaks. */
const LOOK_BACK = 300;

/**
 * Finds the references to flags in a text, one for each line and key. The kind is `call` if a method of an SDK gets the
 * key. Only whole words count: `beta` is not in `beta-2`.
 *
 * @param keys the keys of flags, of letters, digits, hyphens and underscores
 * @returns the references, ordered by line, then by position
 */
export function findReferences(text: string, keys: ReadonlySet<string>): readonly TextReference[] {
  const found = new Map<string, TextReference>();
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(WORD)) {
    const key = keyIn(match[0], keys);
    if (key === null) continue;
    const start = match.index + match[0].indexOf(key);
    line += lineBreaks(text, from, start);
    from = start;
    const place = `${line} ${key}`;
    const isCall = isArgument(text.slice(Math.max(0, start - LOOK_BACK), start));
    if (isCall || !found.has(place))
      found.set(place, { key, line, kind: isCall ? 'call' : 'text' });
  }
  return [...found.values()];
}

function keyIn(word: string, keys: ReadonlySet<string>): string | null {
  if (keys.has(word)) return word;
  // Hyphens before and after a key belong to the language: --key, key--.
  const inner = withoutOuterHyphens(word);
  return keys.has(inner) ? inner : null;
}

function withoutOuterHyphens(word: string): string {
  let from = 0;
  let to = word.length;
  while (from < to && word[from] === '-') from += 1;
  while (to > from && word[to - 1] === '-') to -= 1;
  return word.slice(from, to);
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

/** Whether the code ends with the opening quote of an argument of an SDK's method. */
function isArgument(before: string): boolean {
  if (!/["'`]$/.test(before)) return false;
  const code = before.slice(0, -1);
  // <PostHogFeature flag="key">, also over several lines.
  if (/<PostHogFeature\b[^>]*\bflag=\{?\s*$/.test(code)) return true;
  // Ruby and Elixir need no parentheses.
  const bare = code.trimEnd();
  if (/^[ \t]+$/.test(code.slice(bare.length)) && isMethod(lastName(bare))) return true;
  return isMethod(openCall(code));
}

/** Returns the name before the last parenthesis that is open at the end of the code; empty if there is none. */
function openCall(code: string): string {
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const character = code[at];
    // The previous statement ends here, so there is no open call.
    if (character === ';') return '';
    if (character === ')') depth += 1;
    if (character !== '(') continue;
    if (depth === 0) return lastName(withoutTypeArguments(code.slice(0, at).trimEnd()).trimEnd());
    depth -= 1;
  }
  return '';
}

/** Removes the type arguments at the end of the code, as in `getFlag<string>`. */
function withoutTypeArguments(code: string): string {
  if (!code.endsWith('>')) return code;
  const open = code.lastIndexOf('<');
  return open === -1 || /[()>]/.test(code.slice(open + 1, -1)) ? code : code.slice(0, open);
}

/** Returns the name at the end of the code, with the `?` or `!` of Ruby and Elixir; empty if there is none. */
function lastName(code: string): string {
  let from = /[?!]$/.test(code) ? code.length - 1 : code.length;
  while (from > 0 && /\w/.test(code[from - 1] ?? '')) from -= 1;
  return code.slice(from);
}

function isMethod(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_?!]/g, '');
  return METHODS.has(plain) || METHODS.has(plain.replace(/async$/, ''));
}
