import { Liquid } from 'liquidjs';
import type { EscapeText } from './placeholders';

/** Longer templates and results cause an error, and so do templates that take more time or memory. */
const LIMITS = { parseLimit: 100_000, renderLimit: 250, memoryLimit: 10_000_000 };

const engines = new Map<EscapeText, Liquid>();

/** Templates can only read own properties, and no files, because there are no other templates to include. */
function engineFor(escape: EscapeText): Liquid {
  const known = engines.get(escape);
  if (known !== undefined) return known;
  const engine = new Liquid({
    ...LIMITS,
    templates: {},
    ownPropertyOnly: true,
    outputEscape: (value: unknown) => escape(textOf(value)),
  });
  engines.set(escape, engine);
  return engine;
}

/** @throws Error that describes the mistake in the template */
export function renderLiquid(template: string, globals: object, escape: EscapeText): string {
  return String(engineFor(escape).parseAndRenderSync(template, globals));
}

/** Why a template cannot be parsed; null if it can. */
export function problemOfLiquid(template: string, escape: EscapeText): string | null {
  try {
    engineFor(escape).parse(template);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether a text contains the delimiters of Liquid. */
export function looksLikeLiquid(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
