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
 * Stores the flags of projects. Every method takes the project id and does not find flags of other projects. Every
 * change is also written to the activity log, in the same transaction.
 */
export interface FeatureFlagRepository {
  /** Flags that are not deleted; newest first by default. */
  list(projectId: number, query: FeatureFlagListQuery): Promise<Page<FeatureFlag>>;
  /**
   * The flags that the edge evaluates: those that are not deleted, in order of id. Includes inactive flags, because
   * filters of other flags may refer to them.
   */
  listLive(projectId: number): Promise<readonly FeatureFlag[]>;
  /** Also finds deleted flags. */
  findById(projectId: number, id: number): Promise<FeatureFlag | null>;
  /**
   * Creates a flag with version 1. A deleted flag with the same key is permanently removed.
   * @param check gets the project's flags that are not deleted, which do not change until the commit; if it throws,
   *   the caller gets the error
   * @param usage a dashboard to create for the flag
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
