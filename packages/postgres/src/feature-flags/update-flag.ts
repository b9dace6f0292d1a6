import type { ProjectAuthor } from '../activity-log/history';
import type { Entries, Recorded, Writer } from '../activity-log/unit-of-work';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { selectFlag, selectLiveFlags } from './read-flags';
import { renameInUsage } from './usage-dashboard';
import { changeFlag, isKeyTaken } from './write-flags';

export type SaveFeatureFlagResult =
  | { readonly outcome: 'saved'; readonly flag: FeatureFlag }
  /** Another flag of the project that is not deleted has this key. */
  | { readonly outcome: 'key_taken' }
  | { readonly outcome: 'not_found' };

/**
 * Decides an update from the stored flag and the project's flags that are not deleted, in order of id. Neither can
 * change before the commit. If it throws, nothing is changed and the caller gets the error.
 */
export type FlagChange = (
  current: FeatureFlag,
  live: readonly FeatureFlag[],
) => Partial<FeatureFlagFields>;

/**
 * Changes a flag, in a unit of work on the flags of its project.
 * @param write by default, a write that checks whether the change needs an approval
 * @throws see `isKeyTaken`, and the errors of `write`
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

/** The result of a write that failed because another flag has the key. @throws every other error */
export function ifKeyTaken(error: unknown): SaveFeatureFlagResult {
  if (isKeyTaken(error)) return { outcome: 'key_taken' };
  throw error;
}

export function saved(flag: FeatureFlag, entries: Entries): Recorded<SaveFeatureFlagResult> {
  return { result: { outcome: 'saved', flag }, entries };
}
