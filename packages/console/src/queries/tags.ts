/** Splits a comma-separated text into tags. */
export function tagsOf(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
