import { sql } from 'kysely';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Page } from '../page';
import type { Action, ActionFields } from './action';
import { toAction } from './action';
import { ACTION_HISTORY } from './action-history';
import type { ActionListQuery } from './action-list';
import { listActions } from './action-list';
import { changeTags } from './change-tags';
import { ACTION_FIELDS } from './action';

export type SaveActionResult =
  | { readonly outcome: 'saved'; readonly action: Action }
  /** Another live action of the project has this name. */
  | { readonly outcome: 'name_taken'; readonly byId: number }
  | { readonly outcome: 'not_found' };

/**
 * Every call names the project: an action of another one is not found. Every change is written to the
 * activity log with it.
 */
export interface ActionRepository {
  list(projectId: number, query: ActionListQuery): Promise<Page<Action>>;
  /** Soft-deleted ones are found too: that is how they are restored. */
  findById(projectId: number, id: number): Promise<Action | null>;
  create(
    projectId: number,
    createdById: number,
    fields: Partial<ActionFields>,
  ): Promise<SaveActionResult>;
  /** Changes what is given. The name is checked only when it is given. */
  update(
    projectId: number,
    userId: number,
    id: number,
    fields: Partial<ActionFields>,
  ): Promise<SaveActionResult>;
  /** Gives live actions the tags that `change` makes of theirs; returns those there are, by id. */
  changeTags(
    projectId: number,
    userId: number,
    ids: readonly number[],
    change: (tags: readonly string[]) => readonly string[],
  ): Promise<readonly Action[]>;
}

/** First key of the advisory lock that serialises name checks; the second is the project id. */
const NAME_LOCK = 7_405_191;

export function createActionRepository(database: ResourceDatabase): ActionRepository {
  const { db, change } = database;
  return {
    list: (projectId, query) => listActions(db, projectId, query),

    async findById(projectId, id) {
      const row = await db
        .selectFrom('actions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toAction(row);
    },

    create: (projectId, createdById, fields) =>
      change<Action, SaveActionResult>(
        ACTION_HISTORY,
        { projectId, userId: createdById },
        async (transaction, entry) => {
          const takenBy = await nameTakenBy(transaction, projectId, fields.name, null);
          if (takenBy !== null) {
            return { result: { outcome: 'name_taken', byId: takenBy }, entries: [] };
          }
          const row = await transaction
            .insertInto('actions')
            .values({
              ...ACTION_FIELDS.toColumns(fields),
              project_id: projectId,
              created_by_id: createdById,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
          const action = toAction(row);
          return { result: { outcome: 'saved', action }, entries: [entry(null, action)] };
        },
      ),

    update: (projectId, userId, id, fields) =>
      change<Action, SaveActionResult>(
        ACTION_HISTORY,
        { projectId, userId },
        async (transaction, entry) => {
          const takenBy = await nameTakenBy(transaction, projectId, fields.name, id);
          if (takenBy !== null) {
            return { result: { outcome: 'name_taken', byId: takenBy }, entries: [] };
          }
          const before = await transaction
            .selectFrom('actions')
            .selectAll()
            .where('project_id', '=', projectId)
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirst();
          if (before === undefined) return { result: { outcome: 'not_found' }, entries: [] };
          const row = await transaction
            .updateTable('actions')
            .set({ ...ACTION_FIELDS.toColumns(fields), updated_at: sql<Date>`now()` })
            .where('project_id', '=', projectId)
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow();
          const action = toAction(row);
          const entries = [entry(toAction(before), action)];
          return { result: { outcome: 'saved', action }, entries };
        },
      ),

    changeTags: (projectId, userId, ids, tagsOf) =>
      changeTags(database, { projectId, userId }, ids, tagsOf),
  };
}

/** Locks the project's names until commit, so that two writers cannot both find a name free. */
async function nameTakenBy(
  transaction: Writer,
  projectId: number,
  name: string | null | undefined,
  exceptId: number | null,
): Promise<number | null> {
  if (name === undefined || name === null) return null;
  await sql`SELECT pg_advisory_xact_lock(${NAME_LOCK}, ${projectId})`.execute(transaction);
  const row = await transaction
    .selectFrom('actions')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('deleted', '=', false)
    .$if(exceptId !== null, (q) => q.where('id', '!=', exceptId))
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
