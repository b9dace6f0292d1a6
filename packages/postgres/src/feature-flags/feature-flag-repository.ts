import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import type { Database } from '../database';
import type { Page } from '../page';
import type { Schema } from '../schema';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { toFeatureFlag } from './feature-flag';
import { flagActivity } from './flag-activity';
import type { FeatureFlagListQuery } from './flag-list';
import { listFlags } from './flag-list';
import type { NewDashboard } from '../dashboards/insert-dashboard';
import { makeUsageDashboard, renameInUsage } from './usage-dashboard';
import { changeFlags, flagColumns, insertFlag, isKeyTaken } from './write-flags';

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

export function createFeatureFlagRepository(database: Database): FeatureFlagRepository {
  const { db } = database;

  const save = async (
    projectId: number,
    write: (transaction: Transaction<Schema>) => Promise<SaveFeatureFlagResult>,
  ): Promise<SaveFeatureFlagResult> => {
    try {
      return await changeFlags(database, projectId, write);
    } catch (error) {
      if (isKeyTaken(error)) return { outcome: 'key_taken' };
      throw error;
    }
  };

  return {
    list: (projectId, query) => listFlags(database, projectId, query),

    listLive: (projectId) => selectLive(db, projectId),

    findById: (projectId, id) => selectById(db, projectId, id),

    create: (projectId, userId, fields, check, usage) =>
      save(projectId, async (transaction) => {
        if (check !== undefined) check(await selectLive(transaction, projectId));
        const flag = await insertFlag(transaction, projectId, userId, fields);
        if (usage === undefined) return { outcome: 'saved', flag };
        return {
          outcome: 'saved',
          flag: await makeUsageDashboard(transaction, flag, userId, usage),
        };
      }),

    update: (projectId, userId, id, change) =>
      save(projectId, async (transaction) => {
        const current = await selectById(transaction, projectId, id);
        if (current === null) return { outcome: 'not_found' };
        const fields =
          typeof change === 'function'
            ? change(current, await selectLive(transaction, projectId))
            : change;
        const row = await transaction
          .updateTable('feature_flags')
          .set({
            ...flagColumns(fields),
            version: sql<number>`version + 1`,
            last_modified_by_id: userId,
            updated_at: sql<Date>`now()`,
          })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const flag = toFeatureFlag(row);
        if (flag.key !== current.key) await renameInUsage(transaction, flag, current.key);
        await logActivity(transaction, flagActivity(current, flag));
        return { outcome: 'saved', flag };
      }),
  };
}

async function selectLive(db: Kysely<Schema>, projectId: number): Promise<readonly FeatureFlag[]> {
  const rows = await db
    .selectFrom('feature_flags')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(toFeatureFlag);
}

async function selectById(
  db: Kysely<Schema>,
  projectId: number,
  id: number,
): Promise<FeatureFlag | null> {
  const row = await db
    .selectFrom('feature_flags')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toFeatureFlag(row);
}
