/** A name in HogQL: in backticks unless it is a plain identifier. */
export function hogqlName(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return name;
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** A HogQL string literal. */
export function hogqlText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
