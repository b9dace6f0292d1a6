/** One element of a chain as the API shows it (`wire/actions.md` §2.2). */
export interface ChainElement {
  readonly text: string | null;
  readonly tag_name: string;
  readonly attr_class: readonly string[] | null;
  readonly href: string | null;
  readonly attr_id: string | null;
  readonly nth_child: number | null;
  readonly nth_of_type: number | null;
  readonly attributes: Readonly<Record<string, string>>;
  /** 0 = the clicked element. */
  readonly order: number;
}

const MAX_ELEMENTS = 200;
/** Elements are parted by `;`, which inside quotes is data. */
const ELEMENT = /(?:[^;"]|"(?:[^"\\]|\\.)*")+/gs;
const ATTRIBUTE = /([^="]+)="((?:[^"\\]|\\.)*)"/gs;
/** A class may have a colon in it; the one before the attributes is followed by the first of them. */
const TAG = /^((?:[^:"]|:(?!(?:attr__[^"=]*|[^":.;=]+)="|$))*):?(.*)$/s;

/** The elements of a chain, innermost first; what cannot be read of it is left out. */
export function parseElementsChain(chain: string): readonly ChainElement[] {
  return [...chain.matchAll(ELEMENT)]
    .slice(0, MAX_ELEMENTS)
    .map(([element], order) => parseElement(element, order));
}

function parseElement(element: string, order: number): ChainElement {
  const [, head = '', tail = ''] = TAG.exec(element) ?? [];
  const [tag = '', ...classes] = head.split('.');
  const attributes: Record<string, string> = {};
  for (const [, key = '', value = ''] of tail.matchAll(ATTRIBUTE)) {
    attributes[key] = value.replaceAll('\\"', '"');
  }
  const { text, href, attr_id: id } = attributes;
  return {
    text: text ?? null,
    tag_name: tag,
    attr_class: classes.length === 0 ? null : classes,
    href: href ?? null,
    attr_id: id ?? null,
    nth_child: numberIn(attributes['nth-child']),
    nth_of_type: numberIn(attributes['nth-of-type']),
    attributes,
    order,
  };
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
