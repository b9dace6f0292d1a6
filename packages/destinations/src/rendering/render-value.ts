import { looksLikeLiquid, problemOfLiquid, renderLiquid } from './liquid';
import type { EscapeText } from './placeholders';
import { parsePlaceholders } from './placeholders';

/** The template language of the texts of an input. */
export type Templating = 'hog' | 'liquid' | boolean | undefined;

/** Texts in deeper values are not rendered. */
const MAX_DEPTH = 20;

/** Renders all texts in a value. @throws Error if one cannot be rendered */
export function renderValue(
  value: unknown,
  templating: Templating,
  globals: object,
  escape: EscapeText,
): unknown {
  return mapTexts(value, 0, (text) => {
    if (templating === false) return text;
    if (isLiquid(text, templating)) return renderLiquid(text, globals, escape);
    const parsed = parsePlaceholders(text);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed.text.render(globals, escape);
  });
}

/** The first problem of a value that does not depend on an event; null if there is none. */
export function problemOfValue(
  value: unknown,
  templating: Templating,
  escape: EscapeText,
): string | null {
  let problem: string | null = null;
  mapTexts(value, 0, (text) => {
    if (problem !== null || templating === false) return text;
    if (isLiquid(text, templating)) {
      problem = problemOfLiquid(text, escape);
    } else {
      const parsed = parsePlaceholders(text);
      if ('problem' in parsed) problem = parsed.problem;
    }
    return text;
  });
  return problem;
}

function isLiquid(text: string, templating: Templating): boolean {
  return templating === 'liquid' || (templating !== 'hog' && looksLikeLiquid(text));
}

function mapTexts(value: unknown, depth: number, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, depth + 1, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, depth + 1, change)]),
  );
}
