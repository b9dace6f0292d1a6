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
/** Elements before the one that is looked at. */
const BEFORE = `(?:${INSIDE};)*?`;
const END = '(?:;|$)';
/** The whitespace of CSS. */
const BLANK = '[ \\t\\n\\r\\f]';
const NEVER = '[^\\s\\S]';

/** Splits a chain into its elements, as a pattern of one of them. */
export const ELEMENT_PATTERN = `(?:[^;"]|"${CHARS}")+`;

/**
 * A list of CSS selectors as a JavaScript pattern over `elements_chain`
 * (`docs/wire/actions-matching.md#selector-regex`), for SDKs that match in the browser. The subject may be any
 * element of the chain. Null for a selector that is not supported: it matches no event. `:not()` and several tests of
 * one attribute become lookaheads, which RE2 does not have.
 */
export function selectorPattern(selector: string): string | null {
  const parsed = parseSelector(selector);
  if ('problem' in parsed) return null;
  const patterns = parsed.selectors.map(chainPattern);
  return patterns.length === 1 ? (patterns[0] ?? '') : patterns.map((p) => `(?:${p})`).join('|');
}

/** One selector as a pattern over a chain; one that RE2 reads unless a compound `needsLayers`. */
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

/** A negated compound as a lookahead's content. */
function layeredPattern(compound: SimpleCompound): string {
  const [first, ...more] = layersOf(compound);
  const ahead = more.map((layer) => `(?=${compoundPattern(layer)}${END})`);
  return `${ahead.join('')}${first ? compoundPattern(first) : ''}${END}`;
}

/** Whether one pattern without lookaheads cannot say what the compound asks for. */
export function needsLayers(compound: Compound): boolean {
  return compound.not.length > 0 || layersOf(compound).length > 1;
}

/** The patterns, each over one whole element, that an element has to match all of. */
export function elementPatterns(compound: SimpleCompound): readonly string[] {
  return layersOf(compound).map((layer) => `^${compoundPattern(layer)}$`);
}

/** A pattern reads every attribute once, so a second test of the same attribute is a layer of its own. */
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
    // No element at all is not any element.
    return `(?:[^.:;"]+(?:[.:]${INSIDE})?|[.:]${INSIDE})`;
  }
  return `${named}${either(classPart)}${attributes.length === 0 ? `(?::(?:${ATTRIBUTE})*)?` : either(attributePart)}`;
}

/** An attribute with its value as a chain has it. */
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
 * Chains keep classes and attributes sorted, some by code and some as people sort; where the two differ a
 * pattern has to know both.
 */
function inEitherOrder<T>(items: readonly T[], keyOf: (item: T) => string): (readonly T[])[] {
  const byCode = items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
  const byLocale = items.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
  return byCode.every((item, i) => item === byLocale[i]) ? [byCode] : [byCode, byLocale];
}

function either(patterns: readonly string[]): string {
  return patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`;
}

/** A text as a pattern that it alone fits. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
