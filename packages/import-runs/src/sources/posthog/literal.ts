/** Escapes a text for a quoted literal of HogQL. */
export function literal(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
