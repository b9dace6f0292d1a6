import type { ChainElement } from '../activity/chain-element';

/** Attributes that pages set to identify elements. They change less often than classes. */
const MARKS = ['data-attr', 'data-testid', 'data-test', 'data-cy', 'name', 'aria-label'];
const MAX_CLASSES = 2;
const MAX_ANCESTORS = 3;

/**
 * A CSS selector for an element: by its own id or one of `MARKS`, otherwise by its tag and classes below the nearest
 * ancestor with an id or mark.
 *
 * @param elements the clicked element, then its ancestors
 * @param index the position of the element to select
 */
export function selectorOf(elements: readonly ChainElement[], index = 0): string {
  const target = elements[index];
  if (target === undefined) return '';
  if (markOf(target) !== null) return compoundOf(target);
  const parts = [compoundOf(target)];
  const ancestors = elements.slice(index + 1);
  const anchor = ancestors.findIndex((element) => markOf(element) !== null);
  if (anchor >= MAX_ANCESTORS) {
    // The ancestor is too far for a path of direct children, because the elements between may change.
    return `${compoundOf(ancestors[anchor] ?? target)} ${parts[0]}`;
  }
  const path = ancestors.slice(0, anchor === -1 ? 1 : anchor + 1);
  for (const element of path) {
    if (['html', 'body'].includes(element.tag_name)) break;
    parts.unshift(compoundOf(element));
  }
  return parts.join(' > ');
}

function compoundOf(element: ChainElement): string {
  const tag = /^[A-Za-z][\w-]*$/.test(element.tag_name) ? element.tag_name : '*';
  const mark = markOf(element);
  if (mark !== null) return `${tag}${mark}`;
  const classes = (element.attr_class ?? []).filter((name) => name !== '').slice(0, MAX_CLASSES);
  return tag + classes.map((name) => `.${escaped(name)}`).join('');
}

function markOf({ attr_id: id, attributes }: ChainElement): string | null {
  if (id !== null && id !== '') {
    return /^[\w-]+$/.test(id) ? `#${id}` : `[id="${quoted(id)}"]`;
  }
  for (const name of MARKS) {
    const value = attributes[`attr__${name}`];
    if (value !== undefined && value !== '') return `[${name}="${quoted(value)}"]`;
  }
  return null;
}

/** A class name, escaped for CSS. */
function escaped(name: string): string {
  return name.replaceAll(/[^\w-]/g, String.raw`\$&`);
}

function quoted(value: string): string {
  return value.replaceAll(/["\\]/g, String.raw`\$&`);
}
