import type { ChainElement } from '../elements/parse-elements-chain';
import type { Compound, Selector } from './selector';

/** Whether any element of a chain (innermost first) is what the selector says. */
export function matchesSelector(selector: Selector, elements: readonly ChainElement[]): boolean {
  let reached: boolean[] | null = null;
  for (const compound of selector) {
    const inner: boolean[] | null = reached;
    let below = false;
    const next: boolean[] = [];
    for (const [index, element] of elements.entries()) {
      const joined = compound.joint === 'parent' ? (inner?.[index - 1] ?? false) : below;
      next.push((inner === null || joined) && fits(compound, element));
      below ||= inner?.[index] ?? false;
    }
    reached = next;
  }
  return reached?.includes(true) ?? false;
}

function fits({ tag, classes, attributes }: Compound, element: ChainElement): boolean {
  // A class may have a dot in it, which a chain does not tell from the dot between two.
  const held = `.${(element.attr_class ?? []).join('.')}.`;
  return (
    (tag === null || tag === element.tag_name) &&
    classes.every((name) => held.includes(`.${name}.`)) &&
    attributes.every(([key, value]) => attributeOf(element, key) === value)
  );
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
