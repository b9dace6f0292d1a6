import type { FeatureFlag, ListedActivity } from '@tidemark/postgres';
import { loggedFlagFields } from '@tidemark/postgres';

/** The fields of a flag at a version, by their names in the wire format, and the change that made the version. */
export interface FlagAtVersion {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Null for the first version, which has no change. */
  readonly madeBy: ListedActivity | null;
}

/**
 * Undoes the logged changes of a flag, from its current version back to an earlier one.
 *
 * @param changes the log of the flag, in any order
 * @returns null if the log lacks one of the changes
 */
export function flagAtVersion(
  flag: FeatureFlag,
  version: number,
  changes: readonly ListedActivity[],
): FlagAtVersion | null {
  const makers = new Map(changes.flatMap((change) => madeVersions(change)));
  const fields: Record<string, unknown> = { ...loggedFlagFields(flag) };
  for (let undone = flag.version; undone > version; undone -= 1) {
    const change = makers.get(undone);
    if (change === undefined) return null;
    for (const { field, before } of change.detail.changes) {
      if (field !== null && Object.hasOwn(fields, field)) fields[field] = before;
    }
  }
  const madeBy = makers.get(version) ?? null;
  return fields['version'] === version && (version === 1 || madeBy !== null)
    ? { fields, madeBy }
    : null;
}

/** The version that a change made, with the change; empty for changes that made none. */
function madeVersions(change: ListedActivity): [number, ListedActivity][] {
  const made = change.detail.changes.find(({ field }) => field === 'version')?.after;
  return typeof made === 'number' ? [[made, change]] : [];
}
