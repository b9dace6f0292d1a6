/** The text of a property as a list of values: the elements of a list, or the text itself. */
export function listedValues(text: string): string[] {
  if (!text.startsWith('[')) return [text];
  const list = parsed(text);
  return Array.isArray(list) ? list.flat(Infinity).map(textOf) : [text];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Other texts may begin like a list, too.
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
