/** A LIKE pattern that finds `text` anywhere; its own `%`, `_` and `\` are literal. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
