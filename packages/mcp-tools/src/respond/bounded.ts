/** What a response may contain at most. */
export interface Bounds {
  /** Items of one list. */
  readonly items: number;
  /** Characters of one text. */
  readonly text: number;
  /** Characters of the whole, as JSON. */
  readonly total: number;
}

const DEFAULT_BOUNDS: Bounds = { items: 100, text: 600, total: 24_000 };

const MAX_DEPTH = 12;
/** Texts that are cut keep at least so many characters. */
const MIN_TEXT = 40;

export interface Bounded {
  readonly json: string;
  /** A sentence for everything that was left out; empty where all is there. */
  readonly cuts: readonly string[];
}

/**
 * A value as JSON within bounds, and what was cut. Lists lose their end and texts their rest until the whole fits, so
 * that an answer never fills the context of a model. `<` is written as `\u003c`: data cannot end the mark around it.
 *
 * @param fromVisitors whether keys below those of a tool may be texts of visitors, which must not be in `cuts`
 */
export function bounded(
  value: unknown,
  bounds: Bounds = DEFAULT_BOUNDS,
  fromVisitors = false,
): Bounded {
  let { items, text } = bounds;
  for (;;) {
    const cuts: string[] = [];
    const note = (path: string, what: string): void => {
      const place = fromVisitors ? ownPart(path) : path;
      const sentence = `${place === '' ? 'the value' : place}: ${what}`;
      if (!cuts.includes(sentence)) cuts.push(sentence);
    };
    const json = JSON.stringify(cut(value, { items, text, note }, '', 0));
    const safe = json.replaceAll('<', '\\u003c');
    if (safe.length <= bounds.total) return { json: safe, cuts };
    if (items <= 1 && text <= MIN_TEXT) {
      // Many fields of few characters: nothing that can be cut and still be JSON.
      const whole = `the whole: ${String(safe.length)} characters, of which the first are shown as text`;
      return { json: JSON.stringify(safe.slice(0, bounds.total / 2)), cuts: [...cuts, whole] };
    }
    items = Math.max(1, Math.floor(items / 2));
    text = Math.max(MIN_TEXT, Math.floor(text / 2));
  }
}

/** The lists and the first key of a path, which are those of a tool. */
function ownPart(path: string): string {
  return /^(?:\[\])*\.?\w*(?:\[\])*/.exec(path)?.[0] ?? '';
}

interface Cutting {
  readonly items: number;
  readonly text: number;
  readonly note: (path: string, what: string) => void;
}

function cut(value: unknown, cutting: Cutting, path: string, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, cutting, path);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === MAX_DEPTH) {
    cutting.note(path, 'nested too deeply');
    return null;
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, cutting.items);
    if (kept.length < value.length) {
      cutting.note(path, `the first ${kept.length} of ${value.length}`);
    }
    return kept.map((item: unknown) => cut(item, cutting, `${path}[]`, depth + 1));
  }
  const entries = Object.entries(value);
  const shown = entries.slice(0, cutting.items * 2).map(([key, inner]) => {
    const below = path === '' ? key : `${path}.${key}`;
    return [key, cut(inner, cutting, below.slice(0, 100), depth + 1)] as const;
  });
  if (shown.length < entries.length) {
    cutting.note(path, `the first ${shown.length} of ${entries.length} keys`);
  }
  return Object.fromEntries(shown);
}

function cutText(text: string, cutting: Cutting, path: string): string {
  if (text.length <= cutting.text) return text;
  cutting.note(path, `the first ${cutting.text} characters`);
  return `${text.slice(0, cutting.text)}…`;
}
