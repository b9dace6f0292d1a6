import type { History, OrganizationAuthor } from '../activity-log/history';
import type { ResourceDatabase } from '../activity-log/unit-of-work';

interface Letters {
  /** The id of the letter; if there are several, of the first. */
  readonly id: string;
  readonly count: number;
}

const DEAD_LETTER_HISTORY: History<Letters> = {
  scope: 'DeadLetter',
  nameOf: ({ id, count }) => (count === 1 ? id : `${id} and ${count - 1} more`),
  wireFields: ({ count }) => ({ count }),
};

/**
 * Processes dead letters and records that in the activity log. The letters are in Redis, outside the transaction, so
 * the entry lists what was done when the work ended, even if it failed part-way.
 *
 * @param work returns the ids of the processed letters
 * @returns their number
 */
export function recordDeadLetters(
  { change }: Pick<ResourceDatabase, 'change'>,
  by: OrganizationAuthor,
  activity: 'replayed' | 'discarded',
  work: () => Promise<readonly string[]>,
): Promise<number> {
  return change(DEAD_LETTER_HISTORY, by, async (_db, entry) => {
    const ids = await work();
    const [id] = ids;
    if (id === undefined) return { result: 0, entries: [] };
    const letters = { id, count: ids.length };
    const counted = { type: 'DeadLetter', action: 'changed', field: 'count' } as const;
    const changes = [{ ...counted, before: null, after: ids.length }];
    return { result: ids.length, entries: [entry(letters, letters, { activity, changes })] };
  });
}
