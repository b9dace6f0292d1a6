/**
 * A ClickHouse string literal, for lists too long for bound parameters. Backslash and quote are the
 * only characters with a meaning inside.
 */
export function stringLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
