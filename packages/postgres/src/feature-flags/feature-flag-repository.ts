import type { ProjectAuthor } from '../activity-log/history';
import type { Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Page } from '../page';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { FLAG_HISTORY } from './flag-history';
import type { FeatureFlagListQuery } from './flag-list';
import { listFlags } from './flag-list';
import type { NewDashboard } from '../dashboards/insert-dashboard';
import { selectFlag, selectLiveFlags } from './read-flags';
import type { FlagChange, SaveFeatureFlagResult } from './update-flag';
import { ifKeyTaken, saved, updateFlag } from './update-flag';
import { makeUsageDashboard } from './usage-dashboard';
import { insertFlag } from './write-flags';

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
  /** Changes the given fields and increments the version in one statement. The user is null for a deleted user or the product. */
  update(
    projectId: number,
    userId: number | null,
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
  ): Promise<SaveFeatureFlagResult> => change(FLAG_HISTORY, by, write).catch(ifKeyTaken);

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
      save({ projectId, userId }, (transaction) =>
        updateFlag(transaction, { projectId, userId }, id, changes),
      ),
  };
}
