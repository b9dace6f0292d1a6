import type { BulkTagsWrite } from '@tidemark/contracts';
import { normaliseTags } from './action-fields';

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
