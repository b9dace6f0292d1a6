/** A text between the quotes of HogQL. */
export function literal(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
