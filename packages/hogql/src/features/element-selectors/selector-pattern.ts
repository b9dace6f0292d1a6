import type { AttributeTest, Compound, Selector, SimpleCompound } from '@tidemark/domain';
import { parseSelector } from '@tidemark/domain';

/** The characters of a quoted value. */
const CHARS = '(?:[^"\\\\]|\\\\.)*';
/** Anything inside one element of a chain; a `;` in quotes is data. */
const INSIDE = `(?:[^;"]|"${CHARS}")*`;
/** The name of one class; it may have a colon in it. */
const CLASS = '\\.[^".;]*';
const KEY = '(?:attr__[^"=]*|[^":.;=]+)';
const ATTRIBUTE = `${KEY}="${CHARS}"`;
/** Elements before the tested one. */
const BEFORE = `(?:${INSIDE};)*?`;
const END = '(?:;|$)';
/** The whitespace of CSS. */
const BLANK = '[ \\t\\n\\r\\f]';
const NEVER = '[^\\s\\S]';

/** Splits a chain into its elements, as a pattern of one of them. */
export const ELEMENT_PATTERN = `(?:[^;"]|"${CHARS}")+`;

/**
 * A list of CSS selectors as a JavaScript pattern for `elements_chain`
 * (`docs/wire/actions-matching.md#selector-regex`), for SDKs that match in the browser. The subject may be any
 * element of the chain. Null for an unsupported selector, which matches no event. `:not()` and several tests of one
 * attribute become lookaheads, which RE2 does not have.
 */
export function selectorPattern(selector: string): string | null {
  const parsed = parseSelector(selector);
  if ('problem' in parsed) return null;
  const patterns = parsed.selectors.map(chainPattern);
  return patterns.length === 1 ? (patterns[0] ?? '') : patterns.map((p) => `(?:${p})`).join('|');
}

/** One selector as a pattern for a chain; RE2 can read it unless a compound `needsLayers`. */
export function chainPattern(selector: Selector): string {
  const parts = selector.map((compound) => {
    const [first, ...more] = layersOf(compound);
    const ahead = [
      ...more.map((layer) => `(?=${compoundPattern(layer)}${END})`),
      ...compound.not.map((negated) => `(?!${layeredPattern(negated)})`),
    ];
    return jointPattern(compound) + ahead.join('') + (first ? compoundPattern(first) : '');
  });
  return `${parts.join('')}${END}`;
}

/** A negated compound as the content of a lookahead. */
function layeredPattern(compound: SimpleCompound): string {
  const [first, ...more] = layersOf(compound);
  const ahead = more.map((layer) => `(?=${compoundPattern(layer)}${END})`);
  return `${ahead.join('')}${first ? compoundPattern(first) : ''}${END}`;
}

/** Whether the compound needs more than one pattern without lookaheads. */
export function needsLayers(compound: Compound): boolean {
  return compound.not.length > 0 || layersOf(compound).length > 1;
}

/** Patterns, each for one whole element; an element must match all of them. */
export function elementPatterns(compound: SimpleCompound): readonly string[] {
  return layersOf(compound).map((layer) => `^${compoundPattern(layer)}$`);
}

/** A pattern reads each attribute once, so a second test of the same attribute needs another layer. */
function layersOf(compound: SimpleCompound): readonly SimpleCompound[] {
  const seen = new Set<string>();
  const [first, again]: [AttributeTest[], AttributeTest[]] = [[], []];
  for (const test of compound.attributes) {
    (seen.has(test.key) ? again : first).push(test);
    seen.add(test.key);
  }
  return [
    { ...compound, attributes: first },
    ...again.map((test) => ({ tag: null, classes: [], attributes: [test] })),
  ];
}

function jointPattern({ joint }: Compound): string {
  if (joint === null) return `^${BEFORE}`;
  return joint === 'parent' ? ';' : `;${BEFORE}`;
}

function compoundPattern({ tag, classes, attributes }: SimpleCompound): string {
  const named = tag === null ? '[^.:;"]*' : escapePattern(tag);
  const classPart = inEitherOrder(classes, String).map(
    (names) =>
      `${names.map((name) => `(?:${CLASS})*?\\.${escapePattern(name)}`).join('')}(?:${CLASS})*`,
  );
  const attributePart = inEitherOrder(attributes, ({ key }) => key).map(
    (tests) => `:${tests.map(oneAttribute).join('')}(?:${ATTRIBUTE})*`,
  );
  if (tag === null && classes.length === 0 && attributes.length === 0) {
    // An empty text does not count as an element.
    return `(?:[^.:;"]+(?:[.:]${INSIDE})?|[.:]${INSIDE})`;
  }
  return `${named}${either(classPart)}${attributes.length === 0 ? `(?::(?:${ATTRIBUTE})*)?` : either(attributePart)}`;
}

/** An attribute with its value, as in a chain. */
export function writtenPair({ key, value }: AttributeTest): string {
  return `${key}="${written(value)}"`;
}

function written(value: string): string {
  return value.replaceAll('"', '\\"');
}

function oneAttribute(test: AttributeTest): string {
  return `(?:${ATTRIBUTE})*?${escapePattern(test.key)}="${valuePattern(test)}"`;
}

function valuePattern({ operator, value }: AttributeTest): string {
  const text = escapePattern(written(value));
  switch (operator) {
    case '=':
      return text;
    case '|=':
      return `${text}(?:-${CHARS})?`;
    case '~=':
      return value === '' || new RegExp(BLANK).test(value)
        ? NEVER
        : `(?:${CHARS}${BLANK})?${text}(?:${BLANK}${CHARS})?`;
    case '^=':
      return value === '' ? NEVER : `${text}${CHARS}`;
    case '$=':
      return value === '' ? NEVER : `${CHARS}${text}`;
    case '*=':
      return value === '' ? NEVER : `${CHARS}${text}${CHARS}`;
  }
}

/**
 * Chains store classes and attributes sorted, some by code point and some alphabetically; where the orders differ the
 * pattern must accept both.
 */
function inEitherOrder<T>(items: readonly T[], keyOf: (item: T) => string): (readonly T[])[] {
  const byCode = items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
  const byLocale = items.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
  return byCode.every((item, i) => item === byLocale[i]) ? [byCode] : [byCode, byLocale];
}

function either(patterns: readonly string[]): string {
  return patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`;
}

/** A pattern that matches only this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
