import type { Properties } from '../properties';
import { isObject } from '../json/json-object';

const MAX_TEXT = 400;
const MAX_HREF = 2048;

/**
 * The text form of the clicked element and its ancestors (`docs/wire/capture-processing.md#chain-source`):
 * `$elements_chain` as sent, else built from `$elements`, clicked element first. Empty if there is neither.
 */
export function elementsChain(properties: Properties): string {
  const { $elements_chain: chain, $elements: elements } = properties;
  if (typeof chain === 'string' && chain !== '') return chain;
  if (!Array.isArray(elements)) return '';
  return elements.filter(isObject).map(elementText).join(';');
}

function elementText(element: Properties): string {
  const tag = text(element['tag_name']);
  const classes = classNames(element['attr__class'])
    .map((name) => name.replaceAll('"', ''))
    .sort(byLocale)
    .map((name) => `.${name}`);
  const attributes = elementAttributes(element)
    .sort(([a], [b]) => byLocale(a, b))
    .map(([key, value]) => `${escapeQuotes(key)}="${escapeQuotes(value)}"`);
  return `${tag}${classes.join('')}:${attributes.join('')}`;
}

function elementAttributes(element: Properties): [string, string][] {
  const attributes: [string, string][] = [
    ['nth-child', text(element['nth_child'] ?? 0)],
    ['nth-of-type', text(element['nth_of_type'] ?? 0)],
  ];
  const optional = (key: string, value: unknown, max?: number): void => {
    if (value !== undefined && value !== null && value !== '') {
      attributes.push([key, text(value).slice(0, max)]);
    }
  };
  optional('text', element['$el_text'], MAX_TEXT);
  optional('href', element['attr__href'], MAX_HREF);
  optional('attr_id', element['attr__id']);
  for (const [key, value] of Object.entries(element)) {
    if (key.startsWith('attr__') && value !== null) attributes.push([key, text(value)]);
  }
  return attributes;
}

function classNames(value: unknown): string[] {
  const names = Array.isArray(value) ? value.map(text) : text(value).split(/\s+/);
  return names.filter((name) => name !== '');
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function escapeQuotes(value: string): string {
  return value.replaceAll('"', '\\"');
}

function byLocale(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}
