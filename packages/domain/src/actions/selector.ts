/** What one element must be. Everything but tag and classes is an attribute, by its key in a chain. */
export interface Compound {
  /** Null = any. */
  readonly tag: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [key: string, value: string])[];
  /** How the element stands to the one before it in the list; null for the first, the subject. */
  readonly joint: 'parent' | 'ancestor' | null;
}

/** From the subject outwards, as chains run. */
export type Selector = readonly Compound[];

/** What the colon of a pseudo-class is followed by; another colon is part of a name, as in `.md:flex`. */
const PSEUDO = String.raw`(?:(?:active|checked|disabled|empty|enabled|first-child|first-of-type|focus|focus-visible|focus-within|hover|invalid|last-child|last-of-type|link|only-child|optional|required|target|valid|visited)(?![\w:-])|(?:has|is|lang|matches|not|nth-[\w-]+|where)\(|:)`;
/** The value in a class as `.w-[10px]`; with quotes it would be an attribute. */
const BRACKETED = String.raw`(?<=[-:.])\[[^\]\s"']*\]`;
const NAME = String.raw`(?:\\.|[^\s.#[\]>+~,:"'\\]|:(?!${PSEUDO})|${BRACKETED})+`;
const DOUBLE = String.raw`(?:[^"\\]|\\.)*`;
const SINGLE = String.raw`(?:[^'\\]|\\.)*`;
const ATTRIBUTE = String.raw`\[[\w:.@-]+=(?:"${DOUBLE}"|'${SINGLE}')\]`;
const NTH = String.raw`:nth-(?:child|of-type)\(\d+\)`;
const COMPOUND = new RegExp(
  String.raw`^(\*|[A-Za-z][\w-]*)?((?:\.${NAME}|#${NAME}|${ATTRIBUTE}|${NTH})*)$`,
);
const PIECE = new RegExp(
  String.raw`\.(${NAME})|#(${NAME})|\[([\w:.@-]+)=(?:"(${DOUBLE})"|'(${SINGLE})')\]|:(nth-child|nth-of-type)\((\d+)\)`,
  'g',
);
/** Blanks and `>` in brackets or quotes are no joints. */
const TOKEN = new RegExp(
  String.raw`(?:\[(?:"${DOUBLE}"|'${SINGLE}'|[^\]"'])*\]|"[^"]*"|'[^']*'|[^\s>])+|>`,
  'g',
);

/**
 * Reads a CSS selector (`wire/actions.md` §2.3): tags, classes, ids, attributes with `=`, nth-child,
 * nth-of-type, children and descendants. Null for one that uses anything else: it fits nothing.
 */
export function parseSelector(text: string): Selector | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  const selector: Compound[] = [];
  let joint: Compound['joint'] = null;
  for (const token of tokens.reverse()) {
    if (token === '>') {
      joint = 'parent';
      continue;
    }
    const compound = parseCompound(token);
    if (compound === null) return null;
    selector.push({ ...compound, joint });
    joint = 'ancestor';
  }
  return selector;
}

/** Compounds and the `>` between them; null when they do not alternate. */
function tokensOf(selector: string): string[] | null {
  const spaced = selector.trim().match(TOKEN);
  if (spaced === null) return null;
  const misplaced = spaced.some(
    (token, i) => token === '>' && (i === 0 || i === spaced.length - 1 || spaced[i - 1] === '>'),
  );
  return misplaced ? null : [...spaced];
}

function parseCompound(token: string): Omit<Compound, 'joint'> | null {
  const match = COMPOUND.exec(token);
  if (match === null) return null;
  const classes = new Set<string>();
  const attributes = new Map<string, readonly [string, string]>();
  const add = (key: string, value: string): void => {
    attributes.set(JSON.stringify([key, value]), [key, value]);
  };
  for (const [, name, id, key, double, single, nth, number] of (match[2] ?? '').matchAll(PIECE)) {
    if (name !== undefined) classes.add(unescape(name));
    else if (id !== undefined) add('attr_id', unescape(id));
    else if (key !== undefined) {
      add(key === 'id' ? 'attr_id' : `attr__${key}`, unquote(double ?? single ?? ''));
    } else if (nth !== undefined) add(nth, number ?? '');
  }
  const tag = match[1] ?? '*';
  return {
    tag: tag === '*' ? null : tag,
    classes: [...classes],
    attributes: [...attributes.values()],
  };
}

function unescape(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}

/** In a value only quotes and colons are written with a backslash; before anything else it is data. */
function unquote(value: string): string {
  return value.replace(/\\(["':])/g, '$1');
}
