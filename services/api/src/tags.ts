import type { BulkTagsWrite } from '@tidemark/contracts';

/** Lower case, trimmed, without blanks and duplicates, sorted (`docs/wire/actions.md#tag-form`). */
export function normaliseTags(tags: readonly string[]): string[] {
  const normal = tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '');
  return [...new Set(normal)].sort();
}

/** Returns the function that makes the tags of one object from those it has (`docs/wire/actions.md#tags-bulk`). */
export function changedTags({
  action,
  tags,
}: Pick<BulkTagsWrite, 'action' | 'tags'>): (held: readonly string[]) => readonly string[] {
  const named = normaliseTags(tags);
  if (action === 'set') return () => named;
  if (action === 'add') return (held) => normaliseTags([...held, ...named]);
  return (held) => held.filter((tag) => !named.includes(tag));
}

/** Whether both lists have the same tags in the same order. */
export function sameTags(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((tag, index) => tag === right[index]);
}
