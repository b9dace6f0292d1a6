/** An element of a configuration file: its attributes, its text, and the elements in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface OpenElement extends XmlElement {
  text: string;
  readonly children: XmlElement[];
}

const TOKEN =
  /<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<]+|</g;

/**
 * Parses the subset of XML that the configuration files use.
 *
 * @throws Error unless the text is well-formed, with one root element
 */
export function readXml(text: string): XmlElement {
  const top: OpenElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [top];
  for (const [token, closes, name, attributes = '', isEmpty] of text.matchAll(TOKEN)) {
    const current = open.at(-1) ?? top;
    if (token === '<') throw new Error('a < that opens nothing');
    if (token.startsWith('<!--')) continue;
    if (name === undefined) current.text += token.trim();
    else if (closes === '/') {
      if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>`);
      open.pop();
    } else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)];
      const element: OpenElement = {
        name,
        attributes: Object.fromEntries(
          pairs.map(([, key = '', value = '']): [string, string] => [key, value]),
        ),
        text: '',
        children: [],
      };
      current.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined || top.children.length > 1 || top.text !== '') {
    throw new Error('not one closed root element');
  }
  return root;
}

/** The elements at a path below an element. */
export function findElements(
  element: XmlElement,
  ...[first, ...rest]: readonly string[]
): readonly XmlElement[] {
  if (first === undefined) return [element];
  return element.children
    .filter(({ name }) => name === first)
    .flatMap((child) => findElements(child, ...rest));
}

/** An element and all of its descendants. */
export function everyElement(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.flatMap(everyElement)];
}
