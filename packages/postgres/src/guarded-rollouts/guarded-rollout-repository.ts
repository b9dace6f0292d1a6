import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { ifTaken } from '../unique-violation';
import type { GuardedRollout, NewGuardedRollout, RolloutCheck } from './guarded-rollout';
import { GUARDED_ROLLOUT_HISTORY, toGuardedRollout, toRolloutCheck } from './guarded-rollout';

/**
 * Stores the guarded rollouts of projects. Every method takes the project id and does not find rollouts of other
 * projects.
 */
export interface GuardedRolloutRepository {
  /** Newest first. */
  list(
    projectId: number,
    query: { readonly featureFlagId?: number; readonly page: PageRequest },
  ): Promise<Page<GuardedRollout>>;
  findById(projectId: number, id: number): Promise<GuardedRollout | null>;
  /** The latest checks of a rollout, newest first. */
  listChecks(projectId: number, rolloutId: number, limit: number): Promise<readonly RolloutCheck[]>;
  /** Null if another rollout of the flag is running. */
  create(by: ProjectAuthor, fields: NewGuardedRollout): Promise<GuardedRollout | null>;
  /** Ends a running rollout without changing the flag. Null if there is none. */
  stop(by: ProjectAuthor, id: number, reason: string): Promise<GuardedRollout | null>;
}

export function createGuardedRolloutRepository({
  db,
  change,
}: ResourceDatabase): GuardedRolloutRepository {
  const rows = createOwnedRows(change, {
    name: 'guarded_rollouts',
    history: GUARDED_ROLLOUT_HISTORY,
    toThing: toGuardedRollout,
  });

  return {
    list(projectId, { featureFlagId, page }) {
      const matches = db
        .selectFrom('guarded_rollouts')
        .where('project_id', '=', projectId)
        .$if(featureFlagId !== undefined, (q) =>
          q.where('feature_flag_id', '=', featureFlagId ?? 0),
        );
      const ordered = matches.selectAll().orderBy('id', 'desc');
      return readPage(matches, ordered, page, toGuardedRollout);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    async listChecks(projectId, rolloutId, limit) {
      const found = await db
        .selectFrom('guarded_rollout_checks')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('rollout_id', '=', rolloutId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return found.map(toRolloutCheck);
    },

    create: (by, fields) =>
      rows
        .create(by, by.projectId, {
          feature_flag_id: fields.featureFlagId,
          condition_index: fields.conditionIndex,
          steps: JSON.stringify(fields.steps),
          metric: JSON.stringify(fields.metric),
          alpha: fields.alpha,
          minimum_units: fields.minimumUnits,
          check_interval_minutes: fields.checkIntervalMinutes,
          subscribed_users: [...fields.subscribedUsers],
          initial_percentage: fields.initialPercentage,
          condition: JSON.stringify(fields.condition),
          next_check_at: sql<Date>`now()`,
          created_by_id: by.userId,
        })
        .catch(ifTaken('guarded_rollouts_one_per_flag', null)),

    stop: (by, id, reason) =>
      change<GuardedRollout, GuardedRollout | null>(
        GUARDED_ROLLOUT_HISTORY,
        by,
        async (tx, entry) => {
          const row = await tx
            .selectFrom('guarded_rollouts')
            .selectAll()
            .where('project_id', '=', by.projectId)
            .where('id', '=', id)
            .where('status', '=', 'running')
            // Locks the row, because a worker may be about to change it.
            .forUpdate()
            .executeTakeFirst();
          if (row === undefined) return { result: null, entries: [] };
          const changed = await tx
            .updateTable('guarded_rollouts')
            .set({ status: 'stopped', ended_at: sql<Date>`now()`, reason })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow();
          const result = toGuardedRollout(changed);
          return { result, entries: [entry(toGuardedRollout(row), result)] };
        },
      ),
  };
}
