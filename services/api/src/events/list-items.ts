/** The items of a list in JSON, however deep; anything else is one value. */
export function listItems(text: string): readonly string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return [text];
    return (parsed as unknown[])
      .flat(Infinity)
      .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    // No JSON after all: a text that begins with a bracket.
    return [text];
  }
}
