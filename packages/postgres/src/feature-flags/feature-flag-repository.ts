import type { ProjectAuthor } from '../activity-log/history';
import type { Entries, Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Page } from '../page';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { FLAG_HISTORY } from './flag-history';
import type { FeatureFlagListQuery } from './flag-list';
import { listFlags } from './flag-list';
import type { NewDashboard } from '../dashboards/insert-dashboard';
import { selectFlag, selectLiveFlags } from './read-flags';
import { makeUsageDashboard, renameInUsage } from './usage-dashboard';
import { changeFlag, insertFlag, isKeyTaken } from './write-flags';

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
 * Every call names the project: a flag of another one is not found. Each change is written to the
 * activity log with it.
 */
export interface FeatureFlagRepository {
  /** Live flags, newest first unless ordered. */
  list(projectId: number, query: FeatureFlagListQuery): Promise<Page<FeatureFlag>>;
  /** What the edge evaluates: live ones, by id. Inactive ones too: filters of others may ask about them. */
  listLive(projectId: number): Promise<readonly FeatureFlag[]>;
  /** Soft-deleted ones are found too. */
  findById(projectId: number, id: number): Promise<FeatureFlag | null>;
  /**
   * Version 1. A soft-deleted flag of the same key is removed for good.
   *
   * @param check what it throws, the project's live flags being as it saw them, reaches the caller
   * @param usage the dashboard that is made for it
   */
  create(
    projectId: number,
    userId: number,
    fields: Pick<FeatureFlagFields, 'key'> & Partial<FeatureFlagFields>,
    check?: (live: readonly FeatureFlag[]) => void,
    usage?: NewDashboard,
  ): Promise<SaveFeatureFlagResult>;
  /** Changes what is given; the version grows by one in the same statement. */
  update(
    projectId: number,
    userId: number,
    id: number,
    change: Partial<FeatureFlagFields> | FlagChange,
  ): Promise<SaveFeatureFlagResult>;
}

export function createFeatureFlagRepository({
  db,
  change,
}: ResourceDatabase): FeatureFlagRepository {
  const save = (
    by: ProjectAuthor,
    write: (tx: Writer) => Promise<Recorded<SaveFeatureFlagResult>>,
  ): Promise<SaveFeatureFlagResult> =>
    change(FLAG_HISTORY, by, write).catch((error: unknown): SaveFeatureFlagResult => {
      if (isKeyTaken(error)) return { outcome: 'key_taken' };
      throw error;
    });

  return {
    list: (projectId, query) => listFlags(db, projectId, query),

    listLive: (projectId) => selectLiveFlags(db, projectId),

    findById: (projectId, id) => selectFlag(db, projectId, id),

    create: (projectId, userId, fields, check, usage) =>
      save({ projectId, userId }, async (transaction) => {
        const by = { projectId, userId };
        if (check !== undefined) check(await selectLiveFlags(transaction, projectId));
        const inserted = await insertFlag(transaction, by, fields);
        if (usage === undefined) return saved(inserted.result, inserted.entries);
        const made = await makeUsageDashboard(transaction, by, inserted.result, usage);
        return saved(made.result, [...inserted.entries, ...made.entries]);
      }),

    update: (projectId, userId, id, changes) =>
      save({ projectId, userId }, async (transaction) => {
        const current = await selectFlag(transaction, projectId, id);
        if (current === null) return { result: { outcome: 'not_found' }, entries: [] };
        const fields =
          typeof changes === 'function'
            ? changes(current, await selectLiveFlags(transaction, projectId))
            : changes;
        const by = { projectId, userId };
        const { result: flag, entries } = await changeFlag(transaction, by, current, fields);
        if (flag.key !== current.key) await renameInUsage(transaction, flag, current.key);
        return saved(flag, entries);
      }),
  };
}

function saved(flag: FeatureFlag, entries: Entries): Recorded<SaveFeatureFlagResult> {
  return { result: { outcome: 'saved', flag }, entries };
}
