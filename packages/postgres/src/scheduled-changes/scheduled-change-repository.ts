import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { ScheduledChange, ScheduledChangeFields } from './scheduled-change';
import { SCHEDULED_CHANGE_HISTORY, toScheduledChange } from './scheduled-change';

/**
 * Stores the scheduled changes of projects. Every method takes the project id and does not find changes of other
 * projects.
 */
export interface ScheduledChangeRepository {
  /** Oldest first. */
  list(
    projectId: number,
    query: { readonly featureFlagId?: number; readonly page: PageRequest },
  ): Promise<Page<ScheduledChange>>;
  findById(projectId: number, id: number): Promise<ScheduledChange | null>;
  create(
    by: ProjectAuthor,
    featureFlagId: number,
    fields: ScheduledChangeFields & Pick<ScheduledChange, 'timezone'>,
  ): Promise<ScheduledChange>;
  /**
   * Makes the user the author of the change. Null if there is no such change, or it was already made.
   */
  update(
    by: ProjectAuthor,
    id: number,
    fields: Partial<ScheduledChangeFields>,
  ): Promise<ScheduledChange | null>;
  /** False if there is no such change. */
  delete(by: ProjectAuthor, id: number): Promise<boolean>;
}

export function createScheduledChangeRepository({
  db,
  change,
}: ResourceDatabase): ScheduledChangeRepository {
  const rows = createOwnedRows(change, {
    name: 'scheduled_changes',
    history: SCHEDULED_CHANGE_HISTORY,
    toThing: toScheduledChange,
  });

  return {
    list(projectId, { featureFlagId, page }) {
      const matches = db
        .selectFrom('scheduled_changes')
        .where('project_id', '=', projectId)
        .$if(featureFlagId !== undefined, (q) =>
          q.where('feature_flag_id', '=', featureFlagId ?? 0),
        );
      return readPage(matches, matches.selectAll().orderBy('id'), page, toScheduledChange);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    create: (by, featureFlagId, fields) =>
      rows.create(by, by.projectId, {
        ...columnsOf(fields),
        timezone: fields.timezone,
        feature_flag_id: featureFlagId,
        created_by_id: by.userId,
        author_id: by.userId,
      }),

    update: (by, id, fields) =>
      change<ScheduledChange, ScheduledChange | null>(
        SCHEDULED_CHANGE_HISTORY,
        by,
        async (tx, entry) => {
          const row = await tx
            .selectFrom('scheduled_changes')
            .selectAll()
            .where('project_id', '=', by.projectId)
            .where('id', '=', id)
            .where('executed_at', 'is', null)
            // Locks the row, because a worker may be about to make the change.
            .forUpdate()
            .executeTakeFirst();
          if (row === undefined) return { result: null, entries: [] };
          const changed = await tx
            .updateTable('scheduled_changes')
            .set({
              ...columnsOf(fields),
              author_id: by.userId,
              failure_count: 0,
              failure_reason: null,
              updated_at: sql<Date>`now()`,
            })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow();
          const result = toScheduledChange(changed);
          return { result, entries: [entry(toScheduledChange(row), result)] };
        },
      ),

    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}

function columnsOf(fields: Partial<ScheduledChangeFields>) {
  return defined({
    payload: fields.payload && JSON.stringify(fields.payload),
    scheduled_at: fields.scheduledAt,
    is_recurring: fields.isRecurring,
    recurrence_interval: fields.recurrenceInterval,
    cron_expression: fields.cronExpression,
    end_date: fields.endDate,
  });
}
