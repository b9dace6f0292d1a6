import type { FlagReference } from '@tidemark/contracts';

/** A place in a text that names a flag. */
export type TextReference = Omit<FlagReference, 'path'>;

/**
 * The methods of PostHog's SDKs and of OpenFeature's that get the key of a flag, in lower case and without underscores:
 * JavaScript, React, React Native, Python, Ruby, PHP, Go, Java, Kotlin, Swift, Dart, C#, Elixir and Rust name them alike.
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
/** Characters before a key in which the call is looked for: calls may have line breaks. */
const LOOK_BACK = 300;

/**
 * The places where a text names flags: one for each line and key, `call` where an SDK's method gets it. A key must stand
 * there as a whole: `beta` is not in `beta-2`.
 *
 * @param keys of flags: letters, digits, hyphens and underscores
 * @returns ordered by line, then by place
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
  // Hyphens before and after are of the language: --key, key--.
  const inner = word.replaceAll(/^-+|-+$/g, '');
  return keys.has(inner) ? inner : null;
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

/** Whether what follows is a text in quotes that a method of an SDK gets. */
function isArgument(before: string): boolean {
  if (!/["'`]$/.test(before)) return false;
  const code = before.slice(0, -1);
  // <PostHogFeature flag="key">, also over several lines.
  if (/<PostHogFeature\b[^>]*\bflag=\{?\s*$/.test(code)) return true;
  // Ruby and Elixir need no parentheses.
  const bare = /([A-Za-z_]\w*[?!]?)[ \t]+$/.exec(code);
  if (bare !== null && isMethod(bare[1] ?? '')) return true;
  return isMethod(openCall(code));
}

/** The name before the last parenthesis that is open at the end of the code; empty if there is none. */
function openCall(code: string): string {
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const character = code[at];
    // The end of a statement before: the call would have begun there.
    if (character === ';') return '';
    if (character === ')') depth += 1;
    if (character !== '(') continue;
    if (depth === 0)
      return /([A-Za-z_]\w*[?!]?)\s*(?:<[^<>()]*>)?\s*$/.exec(code.slice(0, at))?.[1] ?? '';
    depth -= 1;
  }
  return '';
}

function isMethod(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_?!]/g, '');
  return METHODS.has(plain) || METHODS.has(plain.replace(/async$/, ''));
}
