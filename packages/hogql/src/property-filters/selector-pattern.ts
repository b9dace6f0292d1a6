import type { Compound } from '@tidemark/domain';
import { parseSelector } from '@tidemark/domain';

/** Anything inside one element of a chain; a `;` in quotes is data. */
const INSIDE = '(?:[^;"]|"(?:[^"\\\\]|\\\\.)*")*';
/** The name of one class; it may have a colon in it. */
const CLASS = '\\.[^".;]*';
const KEY = '(?:attr__[^"=]*|[^":.;=]+)';
const ATTRIBUTE = `${KEY}="(?:[^"\\\\]|\\\\.)*"`;
/** Elements before the one that is looked at. */
const BEFORE = `(?:${INSIDE};)*?`;

/**
 * A CSS selector as a pattern over `elements_chain` (`wire/actions.md` §2.3). The subject may be any
 * element of the chain. Null for a selector that uses what is not supported: it fits nothing.
 */
export function selectorPattern(selector: string): string | null {
  const compounds = parseSelector(selector);
  if (compounds === null) return null;
  const parts = compounds.map((compound) => jointPattern(compound) + compoundPattern(compound));
  return `${parts.join('')}(?:;|$)`;
}

function jointPattern({ joint }: Compound): string {
  if (joint === null) return `^${BEFORE}`;
  return joint === 'parent' ? ';' : `;${BEFORE}`;
}

function compoundPattern({ tag, classes, attributes }: Compound): string {
  const named = tag === null ? '[^.:;"]*' : escapePattern(tag);
  const classPart = inEitherOrder(classes, String).map(
    (names) =>
      `${names.map((name) => `(?:${CLASS})*?\\.${escapePattern(name)}`).join('')}(?:${CLASS})*`,
  );
  const attributePart = inEitherOrder(attributes, ([key]) => key).map(
    (pairs) => `:${pairs.map(onePair).join('')}(?:${ATTRIBUTE})*`,
  );
  if (tag === null && classes.length === 0 && attributes.length === 0) {
    // No element at all is not any element.
    return `(?:[^.:;"]+(?:[.:]${INSIDE})?|[.:]${INSIDE})`;
  }
  return `${named}${either(classPart)}${attributes.length === 0 ? `(?::(?:${ATTRIBUTE})*)?` : either(attributePart)}`;
}

/** An attribute as a chain has it. */
export function writtenPair([key, value]: readonly [key: string, value: string]): string {
  return `${key}="${value.replaceAll('"', '\\"')}"`;
}

function onePair(pair: readonly [string, string]): string {
  return `(?:${ATTRIBUTE})*?${escapePattern(writtenPair(pair))}`;
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
