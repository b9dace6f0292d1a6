import type { ProjectAuthor } from '../activity-log/history';
import type { Entries, Recorded, Writer } from '../activity-log/unit-of-work';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { selectFlag, selectLiveFlags } from './read-flags';
import { renameInUsage } from './usage-dashboard';
import { changeFlag, isKeyTaken } from './write-flags';

export type SaveFeatureFlagResult =
  | { readonly outcome: 'saved'; readonly flag: FeatureFlag }
  /** Another live flag of the project has this key. */
  | { readonly outcome: 'key_taken' }
  | { readonly outcome: 'not_found' };

/**
 * Decides an update from what is stored: the flag, and the project's live flags by id, neither of which
 * can change before the update is committed. What it throws, nothing being changed, reaches the caller.
 */
export type FlagChange = (
  current: FeatureFlag,
  live: readonly FeatureFlag[],
) => Partial<FeatureFlagFields>;

/**
 * Changes a flag, in a unit of work on the flags of its project.
 *
 * @param write by default one that asks whether the change needs an approval
 * @throws see `isKeyTaken`, and what `write` throws
 */
export async function updateFlag(
  tx: Writer,
  by: ProjectAuthor,
  id: number,
  changes: Partial<FeatureFlagFields> | FlagChange,
  write: typeof changeFlag = changeFlag,
): Promise<Recorded<SaveFeatureFlagResult>> {
  const current = await selectFlag(tx, by.projectId, id);
  if (current === null) return { result: { outcome: 'not_found' }, entries: [] };
  const fields =
    typeof changes === 'function'
      ? changes(current, await selectLiveFlags(tx, by.projectId))
      : changes;
  const { result: flag, entries } = await write(tx, by, current, fields);
  if (flag.key !== current.key) await renameInUsage(tx, flag, current.key);
  return saved(flag, entries);
}

/** The result of a write that failed because the key of the flag is taken. @throws every other error */
export function ifKeyTaken(error: unknown): SaveFeatureFlagResult {
  if (isKeyTaken(error)) return { outcome: 'key_taken' };
  throw error;
}

export function saved(flag: FeatureFlag, entries: Entries): Recorded<SaveFeatureFlagResult> {
  return { result: { outcome: 'saved', flag }, entries };
}
