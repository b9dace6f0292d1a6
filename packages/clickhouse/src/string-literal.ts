/**
 * Returns a string literal for ClickHouse, for lists that are too long for bound parameters. Only backslashes and
 * quotes have to be escaped.
 */
export function stringLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
