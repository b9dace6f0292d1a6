/** Anything inside one element of a chain; a `;` in quotes is data. */
const INSIDE = '(?:[^;"]|"(?:[^"\\\\]|\\\\.)*")*';

interface Part {
  readonly tag: string;
  readonly classes: readonly string[];
  /** Stored key and value, in the order in which chains keep them. */
  readonly attributes: readonly (readonly [key: string, value: string])[];
}

const COMPOUND =
  /^(\*|[A-Za-z][\w-]*)?((?:\.(?:\\.|[^\s.#[\]>+~,:"'\\])+|#[\w-]+|\[[\w:-]+=(?:"[^"]*"|'[^']*')\]|:nth-(?:child|of-type)\(\d+\))*)$/;
const PIECE =
  /\.((?:\\.|[^\s.#[\]>+~,:"'\\])+)|#([\w-]+)|\[([\w:-]+)=(?:"([^"]*)"|'([^']*)')\]|:(nth-child|nth-of-type)\((\d+)\)/g;

/**
 * A CSS selector as a pattern over `elements_chain` (`wire/actions.md` §2.3): tags, classes (as prefixes),
 * ids, attributes with `=`, nth-child, nth-of-type, descendants and children. The subject may be any element of
 * the chain. Null for a selector that uses anything else: it fits nothing.
 */
export function selectorPattern(selector: string): string | null {
  const tokens = tokensOf(selector);
  if (tokens === null) return null;
  let pattern = '';
  let joint = '(?:^|;)';
  // Chains run from the clicked element to its ancestors, so the rightmost part comes first.
  for (const token of tokens.reverse()) {
    if (token === '>') {
      joint = ';';
      continue;
    }
    const part = partOf(token);
    if (part === null) return null;
    pattern += joint + partPattern(part);
    joint = `;(?:${INSIDE};)*?`;
  }
  return `${pattern}(?:;|$)`;
}

/** Compounds and the `>` between them; null when they do not alternate. */
function tokensOf(selector: string): string[] | null {
  const spaced = selector.trim().match(/(?:"[^"]*"|'[^']*'|\[[^\]]*\]|[^\s>])+|>/g);
  if (spaced === null) return null;
  const misplaced = spaced.some(
    (token, i) => token === '>' && (i === 0 || i === spaced.length - 1 || spaced[i - 1] === '>'),
  );
  return misplaced ? null : [...spaced];
}

function partOf(compound: string): Part | null {
  const match = COMPOUND.exec(compound);
  if (match === null) return null;
  const classes: string[] = [];
  const attributes: [string, string][] = [];
  for (const [, name, id, key, double, single, nth, number] of (match[2] ?? '').matchAll(PIECE)) {
    if (name !== undefined) classes.push(name.replace(/\\(.)/g, '$1'));
    else if (id !== undefined) attributes.push(['attr_id', id]);
    else if (key === 'id') attributes.push(['attr_id', double ?? single ?? '']);
    else if (key !== undefined) attributes.push([`attr__${key}`, double ?? single ?? '']);
    else if (nth !== undefined) attributes.push([nth, number ?? '']);
  }
  attributes.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const tag = match[1] ?? '*';
  return { tag: tag === '*' ? '' : tag, classes: classes.sort(), attributes };
}

function partPattern({ tag, classes, attributes }: Part): string {
  const name = tag === '' ? '[^.:;"]*' : escape(tag);
  const [first, ...others] = classes;
  const named =
    first === undefined
      ? name
      : `${name}(?:\\.${INSIDE})?\\.${escape(first)}${others.map((c) => `${INSIDE}\\.${escape(c)}`).join('')}`;
  const values = attributes.map(
    ([key, value]) => `${INSIDE}${escape(key)}="${escape(value.replaceAll('"', '\\"'))}"`,
  );
  if (values.length > 0)
    return `${named}${first === undefined ? '[.:]' : ''}${values.join('')}${INSIDE}`;
  return first === undefined ? `${named}(?:[.:]${INSIDE})?` : `${named}${INSIDE}`;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
