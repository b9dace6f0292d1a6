/** Returns a string literal of ClickHouse for any text. */
export function stringLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, (char) => `\\${char}`).replaceAll('\0', '\\0')}'`;
}

/** Returns an identifier of ClickHouse, quoted with backticks. */
export function quotedName(name: string): string {
  return `\`${name.replace(/[\\`]/g, (char) => `\\${char}`)}\``;
}
