/** One element of a chain as the API shows it (`docs/wire/management.md#event-element`). */
export interface ChainElement {
  readonly text: string | null;
  readonly tag_name: string;
  readonly attr_class: readonly string[] | null;
  readonly href: string | null;
  readonly attr_id: string | null;
  readonly nth_child: number | null;
  readonly nth_of_type: number | null;
  /** The attributes without a field of their own. */
  readonly attributes: Readonly<Record<string, string>>;
  /** 0 = the clicked element. */
  readonly order: number;
}

const MAX_ELEMENTS = 200;
/** Attributes with a field of their own. */
const FIELDS: ReadonlySet<string> = new Set([
  'text',
  'href',
  'attr_id',
  'nth-child',
  'nth-of-type',
]);
/**
 * Elements are parted by `;`, which inside quotes is data. Events bring chains of any length: each pattern reads
 * every character a bounded number of times, and text without an end once, instead of failing at each place in it.
 */
const ELEMENT = /(?:[^;"]+|"[^"\\]*(?:\\.[^"\\]*)*"?)+/gs;
/** A name without a value, or whose value has no end, is matched too; its last group is not a quote. */
const ATTRIBUTE = /([^="]+)(?:="([^"\\]*(?:\\.[^"\\]*)*)("?))?/gs;
/** A class may have a colon in it; the one before the attributes is followed by the first of them. */
const TAG = /^(?:[^:"]|:(?!(?:attr__[^"=]{0,200}|[^":.;=]+)="|$))*/;

/** The elements of a chain, innermost first; what cannot be read of it is left out. */
export function parseElementsChain(chain: string): readonly ChainElement[] {
  return [...chain.matchAll(ELEMENT)]
    .slice(0, MAX_ELEMENTS)
    .map(([element], order) => parseElement(element, order));
}

function parseElement(element: string, order: number): ChainElement {
  const head = TAG.exec(element)?.[0] ?? '';
  const tail = element.slice(head.length).replace(/^:/, '');
  const [tag = '', ...names] = head.split('.');
  const written = new Map<string, string>();
  for (const [, key = '', value = '', end] of tail.matchAll(ATTRIBUTE)) {
    if (end === '"') written.set(key, value.replaceAll('\\"', '"'));
  }
  return {
    text: written.get('text') ?? null,
    tag_name: tag,
    attr_class: names.length === 0 ? null : names.filter((name) => name !== ''),
    href: written.get('href') ?? null,
    attr_id: written.get('attr_id') ?? null,
    nth_child: numberIn(written.get('nth-child')),
    nth_of_type: numberIn(written.get('nth-of-type')),
    attributes: Object.fromEntries([...written].filter(([key]) => !FIELDS.has(key))),
    order,
  };
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
