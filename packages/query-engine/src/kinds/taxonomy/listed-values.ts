/** A property's text as values to choose from: those of a list one by one, all others as they are. */
export function listedValues(text: string): string[] {
  if (!text.startsWith('[')) return [text];
  const list = parsed(text);
  return Array.isArray(list) ? list.flat(Infinity).map(textOf) : [text];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Any text may begin like a list.
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
