/** Quotes an identifier with backticks; backticks and backslashes in it are escaped. */
export function quoteIdentifier(name: string): string {
  return `\`${name.replace(/\\/g, '\\\\').replace(/`/g, '\\`')}\``;
}
