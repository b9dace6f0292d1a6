/** Escapes a value for the text in which it is inserted, so that it is only data there. */
export type EscapeText = (text: string) => string;

/** A brace after a backslash is literal. */
const PLACEHOLDER = /\\([{}])|\{([^{}]*)\}/g;
const SEGMENT = /\.([\w$]+)|\[(?:(\d+)|'([^']*)'|"([^"]*)")\]/y;
const ROOT = /\s*([A-Za-z_]\w*)/y;

type Path = readonly (string | number)[];

/** A text with placeholders in PostHog's format: `{event.properties.$browser}`. */
export interface PlaceholderText {
  /** If the text is only one placeholder, returns its value with its type; else a text. */
  render(globals: object, escape: EscapeText): unknown;
}

/** @returns the parsed text, or the problem */
export function parsePlaceholders(
  text: string,
): { readonly text: PlaceholderText } | { readonly problem: string } {
  const parts: (string | Path)[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, escaped, expression] = match;
    if (escaped !== undefined) {
      parts.push(escaped);
      continue;
    }
    const path = readPath(expression ?? '');
    if (path === null) {
      return {
        problem: `{${expression ?? ''}} is no property. Expressions are written in Liquid: {{ event.event | upcase }}. A brace is written \\{.`,
      };
    }
    parts.push(path);
  }
  parts.push(text.slice(end));
  return { text: { render: (globals, escape) => fill(parts, globals, escape) } };
}

function fill(parts: readonly (string | Path)[], globals: object, escape: EscapeText): unknown {
  const filled = parts.filter((part) => part !== '');
  const [only] = filled;
  if (filled.length === 1 && only !== undefined && typeof only !== 'string') {
    const value = valueAt(globals, only);
    return typeof value === 'string' ? escape(value) : value;
  }
  return filled
    .map((part) => (typeof part === 'string' ? part : escape(textOf(valueAt(globals, part)))))
    .join('');
}

function readPath(expression: string): Path | null {
  ROOT.lastIndex = 0;
  const root = ROOT.exec(expression);
  if (root === null) return null;
  const path: (string | number)[] = [root[1] ?? ''];
  let at = ROOT.lastIndex;
  for (;;) {
    SEGMENT.lastIndex = at;
    const segment = SEGMENT.exec(expression);
    if (segment === null) break;
    const [, name, index, single, double] = segment;
    path.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
    at = SEGMENT.lastIndex;
  }
  return expression.slice(at).trim() === '' ? path : null;
}

/** Items of lists are counted from 1, as in PostHog. */
function valueAt(globals: object, path: Path): unknown {
  let value: unknown = globals;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return null;
    if (Array.isArray(value)) value = (value as unknown[])[Number(step) - 1];
    else value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : null;
  }
  return value ?? null;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
