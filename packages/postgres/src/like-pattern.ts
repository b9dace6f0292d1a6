/** A LIKE pattern for texts that contain `text`; its `%`, `_` and `\` are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/**
 * A regular expression for texts that contain `text`. Between its words can be any number of spaces, hyphens and
 * underscores, so that `new menu` finds the key `new-menu`.
 */
export function wordsPattern(text: string): string {
  const words = text.trim().split(/\s+/);
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, '\\$&'));
  return escaped.join('[[:space:]_-]*');
}
