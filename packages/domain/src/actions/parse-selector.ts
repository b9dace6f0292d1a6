import type {
  AttributeOperator,
  AttributeTest,
  Compound,
  Selector,
  SimpleCompound,
} from './selector';

/** The selectors of a list, any of which may match; or the reason why the text is not supported. */
export type ParsedSelector =
  { readonly selectors: readonly Selector[] } | { readonly problem: string };

/** The colon that starts a pseudo-class or pseudo-element; any other colon is part of a name, as in `.md:flex`. */
const PSEUDO = String.raw`(?:(?:active|checked|disabled|empty|enabled|first-child|first-of-type|focus|focus-visible|focus-within|hover|invalid|last-child|last-of-type|link|only-child|optional|required|target|valid|visited)(?![\w:-])|(?:has|is|lang|matches|not|nth-[\w-]+|where)\(|:)`;
/** The bracketed value of a class such as `.w-[10px]`; with quotes in it, it would be an attribute. */
const BRACKETED = String.raw`(?<=[-:.])\[[^\]\s"']*\]`;
const NAME = String.raw`(?:\\.|[^\s.#[\]>+~,:"'\\]|:(?!${PSEUDO})|${BRACKETED})+`;
const DOUBLE = String.raw`(?:[^"\\]|\\.)*`;
const SINGLE = String.raw`(?:[^'\\]|\\.)*`;
const IDENTIFIER = String.raw`-?[A-Za-z_][\w-]*`;

const BLANKS = /\s*/y;
const TAG = /\*|[A-Za-z][\w-]*/y;
const CLASS = new RegExp(String.raw`\.(${NAME})`, 'y');
const ID = new RegExp(String.raw`#(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(
  String.raw`\[\s*([\w:.@-]+)\s*([~|^$*]?=)\s*(?:"(${DOUBLE})"|'(${SINGLE})'|(${IDENTIFIER}))\s*\]`,
  'y',
);
const NTH = /:(nth-child|nth-of-type)\(\s*0*(\d{1,9})\s*\)/y;
const FIRST = /:first-(child|of-type)(?![\w-])/y;
const NOT = /:not\(/y;
const PSEUDO_NAME = /::?[\w-]+/y;
const ATTRIBUTE_TEXT = /\[[^\]]*\]?/y;

/**
 * Longer texts are rejected, because the search for a closing bracket takes time that grows with the square of the
 * length.
 */
const MAX_CHARACTERS = 4_000;
/** The maximum number of elements in a selector with `:not()`: the expression of its query is nested once for each. */
const MAX_NEGATING = 8;

/** Why a selector is not supported. Only thrown and caught in this file. */
class SelectorProblem extends Error {}

interface Cursor {
  readonly text: string;
  at: number;
  /** Whether the text is the content of a `:not()`. */
  readonly isNegated: boolean;
}

/**
 * Parses a list of CSS selectors (`docs/wire/actions-matching.md#selector-syntax`): tags, classes, ids, attributes
 * with `=`, `~=`, `|=`, `^=`, `$=` and `*=`, nth-child, nth-of-type, first-child, first-of-type, `:not()` of
 * compounds, children and descendants. An elements chain contains only the clicked element and its ancestors, so
 * siblings, states and positions from the end cannot be matched.
 */
export function parseSelector(text: string): ParsedSelector {
  if (text.length > MAX_CHARACTERS) {
    return { problem: `a selector has at most ${MAX_CHARACTERS} characters` };
  }
  return parse({ text: text.trim(), at: 0, isNegated: false });
}

function parse(cursor: Cursor): ParsedSelector {
  try {
    return { selectors: readList(cursor) };
  } catch (error) {
    if (error instanceof SelectorProblem) return { problem: error.message };
    throw error;
  }
}

function readList(cursor: Cursor): Selector[] {
  const selectors = [readSelector(cursor)];
  while (isNext(cursor, ',')) {
    cursor.at += 1;
    read(BLANKS, cursor);
    selectors.push(readSelector(cursor));
  }
  return selectors;
}

/** Reads one selector: up to a comma or the end of the text. */
function readSelector(cursor: Cursor): Selector {
  const outermostFirst: { compound: Omit<Compound, 'joint'>; isChild: boolean }[] = [];
  let isChild = false;
  do {
    outermostFirst.push({ compound: readCompound(cursor), isChild });
    read(BLANKS, cursor);
    isChild = isNext(cursor, '>');
    if (isChild) {
      cursor.at += 1;
      read(BLANKS, cursor);
    }
  } while (isChild || (cursor.at < cursor.text.length && !isNext(cursor, ',')));
  // CSS writes the relation between two elements; here the outer element stores it.
  const selector = outermostFirst
    .map(({ compound }, i) => ({ ...compound, joint: jointTo(outermostFirst[i + 1]) }))
    .reverse();
  if (selector.length > MAX_NEGATING && selector.some(({ not }) => not.length > 0)) {
    throw new SelectorProblem(`a selector with :not() names at most ${MAX_NEGATING} elements`);
  }
  return selector;
}

function jointTo(inner: { readonly isChild: boolean } | undefined): Compound['joint'] {
  if (inner === undefined) return null;
  return inner.isChild ? 'parent' : 'ancestor';
}

function readCompound(cursor: Cursor): Omit<Compound, 'joint'> {
  const start = cursor.at;
  const tag = read(TAG, cursor)?.[0] ?? '*';
  const classes = new Set<string>();
  const attributes = new Map<string, AttributeTest>();
  const not: SimpleCompound[] = [];
  const add = (key: string, operator: AttributeOperator, value: string): void => {
    attributes.set(JSON.stringify([key, operator, value]), { key, operator, value });
  };
  for (;;) {
    let match;
    if ((match = read(CLASS, cursor))) classes.add(unescape(match[1] ?? ''));
    else if ((match = read(ID, cursor))) add('attr_id', '=', unescape(match[1] ?? ''));
    else if ((match = read(ATTRIBUTE, cursor))) {
      const [, key = '', operator, double, single, bare] = match;
      const value = unquote(double ?? single ?? bare ?? '');
      add(key === 'id' ? 'attr_id' : `attr__${key}`, operator as AttributeOperator, value);
    } else if ((match = read(NTH, cursor))) add(match[1] ?? '', '=', match[2] ?? '');
    else if ((match = read(FIRST, cursor))) add(`nth-${match[1]}`, '=', '1');
    else if (read(NOT, cursor)) not.push(...readNegated(cursor));
    else break;
  }
  if (cursor.at === start || !isBoundary(cursor)) throw new SelectorProblem(problemAt(cursor));
  return {
    tag: tag === '*' ? null : tag,
    classes: [...classes],
    attributes: [...attributes.values()],
    not,
  };
}

const NEGATED_TAKES =
  ':not() takes conditions on one element, without blanks, ">" or another :not()';

/** The compounds of `:not(a, .b)`; reads from after the opening bracket to after the closing one. */
function readNegated(cursor: Cursor): SimpleCompound[] {
  if (cursor.isNegated) throw new SelectorProblem(NEGATED_TAKES);
  const end = closingBracket(cursor);
  const text = cursor.text.slice(cursor.at, end).trim();
  const inside = parse({ text, at: 0, isNegated: true });
  if ('problem' in inside) throw new SelectorProblem(inside.problem);
  cursor.at = end + 1;
  return inside.selectors.map(([only, ...outer]) => {
    if (only === undefined || outer.length > 0) throw new SelectorProblem(NEGATED_TAKES);
    const { tag, classes, attributes } = only;
    return { tag, classes, attributes };
  });
}

const UNTIL_BRACKET = new RegExp(String.raw`\\.|"${DOUBLE}"|'${SINGLE}'|[()]`, 'gs');

function closingBracket({ text, at }: Cursor): number {
  let depth = 1;
  UNTIL_BRACKET.lastIndex = at;
  for (let match = UNTIL_BRACKET.exec(text); match !== null; match = UNTIL_BRACKET.exec(text)) {
    if (match[0] === '(') depth += 1;
    else if (match[0] === ')') depth -= 1;
    if (depth === 0) return match.index;
  }
  throw new SelectorProblem(':not( has no closing bracket');
}

function isBoundary({ text, at }: Cursor): boolean {
  return at >= text.length || /[\s>,]/.test(text.charAt(at));
}

/** Describes the text at the cursor for the person who wrote the selector. */
function problemAt(cursor: Cursor): string {
  const rest = cursor.text.slice(cursor.at);
  if (rest === '') return 'a selector is missing at the end';
  const nth = /^:nth-(?:child|of-type)\b/.exec(rest)?.[0];
  if (nth !== undefined) return `${nth}() takes one number, as in ${nth}(2)`;
  const pseudo = read(PSEUDO_NAME, cursor)?.[0];
  if (pseudo !== undefined) return `${pseudo} cannot be matched, because events do not record it`;
  if (/^[+~]/.test(rest)) {
    return `"${rest.charAt(0)}" cannot be matched, because events record ancestors, not siblings`;
  }
  const attribute = read(ATTRIBUTE_TEXT, cursor)?.[0];
  if (attribute !== undefined) {
    return `${attribute} is not supported: an attribute needs an operator and a value, as in [type="submit"]`;
  }
  return `"${rest.charAt(0)}" is not expected at position ${cursor.at + 1}`;
}

function isNext({ text, at }: Cursor, character: string): boolean {
  return text.charAt(at) === character;
}

function read(pattern: RegExp, cursor: Cursor): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match !== null) cursor.at += match[0].length;
  return match;
}

function unescape(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}

/** Removes the backslashes before quotes and colons; before any other character a backslash is data. */
function unquote(value: string): string {
  return value.replace(/\\(["':])/g, '$1');
}
