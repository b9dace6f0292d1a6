import type { ChainElement } from '../elements/parse-elements-chain';
import type { AttributeTest, Compound, Selector, SimpleCompound } from './selector';

/** Compiles selectors once; the test says whether any element of a chain (clicked element first) fits any of them. */
export function compileSelectors(
  selectors: readonly Selector[],
): (elements: readonly ChainElement[]) => boolean {
  const tests = selectors.map((selector) => {
    const needed = selector.flatMap(({ classes }) => classes.map((name) => `.${name}.`));
    return (elements: readonly ChainElement[]): boolean => {
      if (needed.length > 0) {
        // Most chains have none of the classes: one search of their text rejects them, however many selectors there
        // are.
        const held = classesOfChain(elements);
        for (const name of needed) if (!held.includes(name)) return false;
      }
      return matchesSelector(selector, elements);
    };
  });
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return (elements) => tests.some((test) => test(elements));
}

/** The classes of the latest chain are kept, because all selectors are tried on one event before the next one. */
let latest: { readonly elements: readonly ChainElement[]; readonly classes: string } | null = null;

/**
 * The classes of all elements. No class can match across two elements, because each element's text begins and ends
 * with a dot.
 */
function classesOfChain(elements: readonly ChainElement[]): string {
  if (latest?.elements === elements) return latest.classes;
  let classes = '';
  for (const element of elements) classes += `${classText(element)}\n`;
  latest = { elements, classes };
  return classes;
}

function matchesSelector(selector: Selector, elements: readonly ChainElement[]): boolean {
  // Most chains have no element that fits one of the compounds: this check rejects them without allocating memory.
  for (const compound of selector) {
    if (!elements.some((element) => fitsCompound(compound, element))) return false;
  }
  if (selector.length === 1) return true;
  let reached: boolean[] | null = null;
  for (const compound of selector) {
    const inner: boolean[] | null = reached;
    let below = false;
    const next: boolean[] = [];
    for (const [index, element] of elements.entries()) {
      const joined = compound.joint === 'parent' ? (inner?.[index - 1] ?? false) : below;
      next.push((inner === null || joined) && fitsCompound(compound, element));
      below ||= inner?.[index] ?? false;
    }
    reached = next;
  }
  return reached?.includes(true) ?? false;
}

function fitsCompound(compound: Compound, element: ChainElement): boolean {
  return fits(compound, element) && !compound.not.some((negated) => fits(negated, element));
}

function fits({ tag, classes, attributes }: SimpleCompound, element: ChainElement): boolean {
  if (tag !== null && tag !== element.tag_name) return false;
  if (classes.length > 0) {
    const held = classText(element);
    if (!classes.every((name) => held.includes(`.${name}.`))) return false;
  }
  return attributes.every((test) => passes(test, attributeOf(element, test.key)));
}

/**
 * The element's classes between dots. A class that contains a dot looks like two classes, as in the text of a chain.
 */
function classText({ attr_class: classes }: ChainElement): string {
  return classes === null || classes.length === 0 ? '..' : `.${classes.join('.')}.`;
}

/** Compares an attribute as CSS does; a missing attribute fails every test. */
function passes({ operator, value }: AttributeTest, actual: string | undefined): boolean {
  if (actual === undefined) return false;
  switch (operator) {
    case '=':
      return actual === value;
    case '|=':
      return actual === value || actual.startsWith(`${value}-`);
    case '~=':
      return value !== '' && actual.split(/[ \t\n\r\f]+/).includes(value);
    case '^=':
      return value !== '' && actual.startsWith(value);
    case '$=':
      return value !== '' && actual.endsWith(value);
    case '*=':
      return value !== '' && actual.includes(value);
  }
}

function attributeOf(element: ChainElement, key: string): string | undefined {
  switch (key) {
    case 'attr_id':
      return element.attr_id ?? undefined;
    case 'nth-child':
      return element.nth_child?.toString();
    case 'nth-of-type':
      return element.nth_of_type?.toString();
    default:
      return element.attributes[key];
  }
}
