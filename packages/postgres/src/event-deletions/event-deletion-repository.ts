import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { EventDeletion } from './event-deletion';
import { EVENT_DELETION_FIELDS, toEventDeletion } from './event-deletion';
import { EVENT_DELETION_HISTORY } from './event-deletion-history';

/** How long a preview can be confirmed, in ms. */
export const DRAFT_MS = 3_600_000;

type NewDeletion = Pick<
  EventDeletion,
  | 'events'
  | 'dateFrom'
  | 'dateTo'
  | 'properties'
  | 'condition'
  | 'count'
  | 'firstTimestamp'
  | 'lastTimestamp'
  | 'storedUntil'
>;

/** Reads and controls deletions for the API. Every method takes the project id. */
export interface EventDeletionRepository {
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<EventDeletion>>;
  findById(projectId: number, id: string): Promise<EventDeletion | null>;
  createDraft(by: ProjectAuthor, fields: NewDeletion): Promise<EventDeletion>;
  /** Queues a draft. Null if it is no longer a draft, or another deletion of the project is not finished. */
  confirm(by: ProjectAuthor, id: string, now: Date): Promise<EventDeletion | null>;
  /**
   * Cancels a deletion: one that is not running ends immediately; for a running one, its worker is asked to stop.
   * Null if it has already ended.
   */
  cancel(by: ProjectAuthor, id: string): Promise<EventDeletion | null>;
}

export function createEventDeletionRepository({
  db,
  change,
}: ResourceDatabase): EventDeletionRepository {
  const rows = createOwnedRows(change, {
    name: 'event_deletions',
    history: EVENT_DELETION_HISTORY,
    toThing: toEventDeletion,
  });

  return {
    list: (projectId, page) => {
      const matches = db.selectFrom('event_deletions').where('project_id', '=', projectId);
      const sorted = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, sorted, page, toEventDeletion);
    },
    findById: (projectId, id) => rows.find(db, projectId, id),

    createDraft: (by, fields) =>
      rows.create(by, by.projectId, {
        ...EVENT_DELETION_FIELDS.toColumns(fields),
        count: fields.count,
        first_timestamp: fields.firstTimestamp,
        last_timestamp: fields.lastTimestamp,
        stored_until: fields.storedUntil,
        created_by_id: by.userId,
      }),

    confirm: (by, id, now) =>
      change(EVENT_DELETION_HISTORY, by, async (tx, entry) => {
        const before = await rows.find(tx, by.projectId, id);
        const unfinished = await tx
          .selectFrom('event_deletions')
          .select('id')
          .where('project_id', '=', by.projectId)
          .where('status', 'in', ['queued', 'running', 'cancelling'])
          .executeTakeFirst();
        if (before === null || unfinished !== undefined) return { result: null, entries: [] };
        const row = await tx
          .updateTable('event_deletions')
          .set({ status: 'queued', confirmed_at: now, confirmed_by_id: by.userId })
          .where('id', '=', id)
          .where('status', '=', 'draft')
          .where('created_at', '>', new Date(now.getTime() - DRAFT_MS))
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: null, entries: [] };
        const result = toEventDeletion(row);
        return { result, entries: [entry(before, result)] };
      }),

    cancel: (by, id) =>
      change(EVENT_DELETION_HISTORY, by, async (tx, entry) => {
        const before = await rows.find(tx, by.projectId, id);
        if (before === null) return { result: null, entries: [] };
        const row = await tx
          .updateTable('event_deletions')
          .set({
            status: sql`CASE WHEN status IN ('draft', 'queued') THEN 'cancelled' ELSE 'cancelling' END`,
            finished_at: sql`CASE WHEN status IN ('draft', 'queued') THEN now() END`,
          })
          .where('id', '=', id)
          .where('status', 'in', ['draft', 'queued', 'running', 'cancelling'])
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: null, entries: [] };
        const result = toEventDeletion(row);
        return { result, entries: [entry(before, result)] };
      }),
  };
}
