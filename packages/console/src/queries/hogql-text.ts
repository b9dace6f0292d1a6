/** A name as HogQL reads it: in backticks unless it is a plain word. */
export function hogqlName(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return name;
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** A text literal of HogQL. */
export function hogqlText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
