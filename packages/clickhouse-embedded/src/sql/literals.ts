/** A ClickHouse string literal for any text. */
export function stringLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, (char) => `\\${char}`).replaceAll('\0', '\\0')}'`;
}

/** A backtick-quoted ClickHouse identifier. */
export function quotedName(name: string): string {
  return `\`${name.replace(/[\\`]/g, (char) => `\\${char}`)}\``;
}
