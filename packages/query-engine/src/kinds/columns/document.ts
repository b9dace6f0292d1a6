import { parseDocument } from '@tidemark/platform';

/** A property document from the engine as an object; empty for any other value. */
export function documentOf(text: unknown): Record<string, unknown> {
  if (typeof text !== 'string' || text === '') return {};
  try {
    const parsed = parseDocument(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    // The text was checked when it was stored; text that is not JSON has no properties.
    return {};
  }
}
