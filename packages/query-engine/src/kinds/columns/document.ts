import { parseDocument } from '@tidemark/platform';

/** A property document as the engine writes it, as an object; anything else is empty. */
export function documentOf(text: unknown): Record<string, unknown> {
  if (typeof text !== 'string' || text === '') return {};
  try {
    const parsed = parseDocument(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    // The column holds what was checked when it was stored; what is no JSON has no properties.
    return {};
  }
}
