import type { ChainElement } from '../elements/parse-elements-chain';
import type { AttributeTest, Compound, Selector, SimpleCompound } from './selector';

/** Whether any element of a chain (innermost first) fits any selector of a list, which is read once. */
export function compileSelectors(
  selectors: readonly Selector[],
): (elements: readonly ChainElement[]) => boolean {
  const tests = selectors.map((selector) => {
    const needed = selector.flatMap(({ classes }) => classes.map((name) => `.${name}.`));
    return (elements: readonly ChainElement[]): boolean => {
      if (needed.length > 0) {
        // Most chains have none of the classes: one comparison decides, however many selectors there are.
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

/** The classes of all elements; none spans two of them, as an element has a dot at both ends of its classes. */
function classesOfChain(elements: readonly ChainElement[]): string {
  if (latest?.elements === elements) return latest.classes;
  let classes = '';
  for (const element of elements) classes += `${classText(element)}\n`;
  latest = { elements, classes };
  return classes;
}

function matchesSelector(selector: Selector, elements: readonly ChainElement[]): boolean {
  // Most chains have no element that any of the compounds fits: nothing is allocated for them.
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

/** A class may contain a dot, which a chain writes like the dot between two classes. */
function classText({ attr_class: classes }: ChainElement): string {
  return classes === null || classes.length === 0 ? '..' : `.${classes.join('.')}.`;
}

/** As CSS compares attributes; a missing attribute passes no test. */
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
