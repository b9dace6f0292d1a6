import { looksLikeLiquid, problemOfLiquid, renderLiquid } from './liquid';
import type { EscapeText } from './placeholders';
import { parsePlaceholders } from './placeholders';

/** The template language of the texts of an input. */
export type Templating = 'hog' | 'liquid' | boolean | undefined;

/** Deeper values are not filled in. */
const MAX_DEPTH = 20;

/** Fills all texts of a value in. @throws Error for what cannot be rendered */
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

/** The first reason why a value cannot be rendered, whatever the event; null if it can. */
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
