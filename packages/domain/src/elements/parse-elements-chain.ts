/** One element of a chain in the format of the API (`docs/wire/management.md#event-element`). */
export interface ChainElement {
  readonly text: string | null;
  readonly tag_name: string;
  readonly attr_class: readonly string[] | null;
  readonly href: string | null;
  readonly attr_id: string | null;
  readonly nth_child: number | null;
  readonly nth_of_type: number | null;
  /** The attributes that have no field of their own. */
  readonly attributes: Readonly<Record<string, string>>;
  /** 0 = the clicked element. */
  readonly order: number;
}

const MAX_ELEMENTS = 200;
/**
 * The tag and its classes. A class may contain a colon; only a colon before the first attribute, or at the end, ends
 * the classes.
 */
const TAG = /^(?:[^:"]|:(?!(?:attr__[^"=]{0,200}|[^":.;=]+)="|$))*/;

/**
 * The elements of a chain, clicked element first; unreadable parts are left out. Chains may be long, and every
 * autocaptured event of a project with destinations is parsed, so parsing takes linear time.
 */
export function parseElementsChain(chain: string): readonly ChainElement[] {
  const elements: ChainElement[] = [];
  let start = 0;
  while (start < chain.length && elements.length < MAX_ELEMENTS) {
    const end = chain[start] === ';' ? start : endOfElement(chain, start);
    if (end > start) elements.push(parseElement(chain.slice(start, end), elements.length));
    start = end + 1;
  }
  return elements;
}

/** The end of the element that begins at `start`. Elements are separated by `;`, which is data inside quotes. */
function endOfElement(chain: string, start: number): number {
  let at = start;
  let semicolon = -1;
  for (;;) {
    if (semicolon < at) {
      const found = chain.indexOf(';', at);
      semicolon = found === -1 ? chain.length : found;
    }
    const quote = chain.indexOf('"', at);
    if (quote === -1 || quote >= semicolon) return semicolon;
    const closing = closingQuote(chain, quote + 1);
    if (closing === -1) return chain.length;
    at = closing + 1;
  }
}

/** The index of the quote that ends a value; -1 if there is none. A quote after a backslash is data. */
function closingQuote(text: string, start: number): number {
  let at = start;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return -1;
    let backslashes = 0;
    while (quote - 1 - backslashes >= start && text[quote - 1 - backslashes] === '\\') {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
}

type Writable = { -readonly [Key in keyof ChainElement]: ChainElement[Key] };

function parseElement(element: string, order: number): ChainElement {
  const head = TAG.exec(element)?.[0] ?? '';
  const [tag = '', ...names] = head.split('.');
  const attributes: Record<string, string> = {};
  const parsed: Writable = {
    text: null,
    tag_name: tag,
    attr_class: names.length === 0 ? null : names.filter((name) => name !== ''),
    href: null,
    attr_id: null,
    nth_child: null,
    nth_of_type: null,
    attributes,
    order,
  };
  const start = element[head.length] === ':' ? head.length + 1 : head.length;
  readAttributes(element, start, parsed, attributes);
  return parsed;
}

/** Reads attributes, `name="value"`. A name without a value and a value without a closing quote are left out. */
function readAttributes(
  element: string,
  start: number,
  parsed: Writable,
  attributes: Record<string, string>,
): void {
  let at = start;
  while (at < element.length) {
    const quote = element.indexOf('"', at);
    if (quote === -1) return;
    const equals = quote - 1;
    const isValue = equals > at && element[equals] === '=';
    const from = isValue ? Math.max(at, element.lastIndexOf('=', equals - 1) + 1) : equals;
    const key = isValue ? element.slice(from, equals) : '';
    if (key === '') {
      at = quote + 1;
      continue;
    }
    const closing = closingQuote(element, quote + 1);
    if (closing === -1) return;
    const value = element.slice(quote + 1, closing);
    const text = value.includes('\\') ? value.replaceAll('\\"', '"') : value;
    setAttribute(parsed, attributes, key, text);
    at = closing + 1;
  }
}

/** Sets an attribute in its own field, or else in `attributes`; the last of several attributes with one name counts. */
function setAttribute(
  parsed: Writable,
  attributes: Record<string, string>,
  key: string,
  value: string,
): void {
  switch (key) {
    case 'text':
      parsed.text = value;
      return;
    case 'href':
      parsed.href = value;
      return;
    case 'attr_id':
      parsed.attr_id = value;
      return;
    case 'nth-child':
      parsed.nth_child = numberIn(value);
      return;
    case 'nth-of-type':
      parsed.nth_of_type = numberIn(value);
      return;
    case '__proto__':
      Object.defineProperty(attributes, key, {
        ...{ value, enumerable: true, configurable: true, writable: true },
      });
      return;
    default:
      attributes[key] = value;
  }
}

function numberIn(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
