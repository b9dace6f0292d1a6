/** Encodes texts for a parameter in the fragment of the URL. */
export function encodeTexts(texts: readonly string[]): string {
  // JSON escapes keep `%`, `#` and `&` readable after a router has decoded the address.
  const json = JSON.stringify(texts).replaceAll(
    /[%#&]/g,
    (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`,
  );
  return encodeURIComponent(json);
}

/** The texts in the fragment of the URL; none if the text is damaged, for example because a link was cut. */
export function decodeTexts(text: string | null): readonly string[] {
  if (text === null) return [];
  try {
    const found: unknown = JSON.parse(decodeURIComponent(text));
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    // The view is the one without the parameter.
    return [];
  }
}
