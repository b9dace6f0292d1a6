import type { History, OrganizationAuthor } from '../activity-log/history';
import type { ResourceDatabase } from '../activity-log/unit-of-work';

interface Letters {
  /** Of the only one, or of the first. */
  readonly id: string;
  readonly count: number;
}

const DEAD_LETTER_HISTORY: History<Letters> = {
  scope: 'DeadLetter',
  nameOf: ({ id, count }) => (count === 1 ? id : `${id} and ${count - 1} more`),
  wireFields: ({ count }) => ({ count }),
};

/**
 * Work on dead letters and its entry in the activity log. They are in Redis: the entry names what was done when the
 * work ends, whether all of it was.
 *
 * @param work returns the ids of the letters that it has finished
 * @returns how many these are
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
