import { sql } from 'kysely';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Page } from '../page';
import { isRowId } from '../row-id';
import type { Action, ActionFields } from './action';
import { toAction } from './action';
import { ACTION_HISTORY } from './action-history';
import type { ActionListQuery } from './action-list';
import { listActions } from './action-list';
import { changeTags } from './change-tags';
import { ACTION_FIELDS } from './action';

export type SaveActionResult =
  | { readonly outcome: 'saved'; readonly action: Action }
  /** Another action of the project that is not deleted has this name. */
  | { readonly outcome: 'name_taken'; readonly byId: number }
  | { readonly outcome: 'not_found' };

/**
 * Stores the actions of projects. Every method takes the project id and does not find actions of other projects.
 * Every change is also written to the activity log, in the same transaction.
 */
export interface ActionRepository {
  list(projectId: number, query: ActionListQuery): Promise<Page<Action>>;
  /** Also finds deleted actions, which can be restored. */
  findById(projectId: number, id: number): Promise<Action | null>;
  create(
    projectId: number,
    createdById: number,
    fields: Partial<ActionFields>,
  ): Promise<SaveActionResult>;
  /** Changes the given fields. The name is only checked if it is given; a pinned action keeps its time of pinning. */
  update(
    projectId: number,
    userId: number,
    id: number,
    fields: Partial<ActionFields>,
  ): Promise<SaveActionResult>;
  /** Replaces the tags of actions that are not deleted by the result of `change`; returns the changed actions by id. */
  changeTags(
    projectId: number,
    userId: number,
    ids: readonly number[],
    change: (tags: readonly string[]) => readonly string[],
  ): Promise<readonly Action[]>;
}

/** The first key of the advisory lock that serialises checks of names; the second key is the project id. */
const NAME_LOCK = 7_405_191;

export function createActionRepository(database: ResourceDatabase): ActionRepository {
  const { db, change } = database;
  return {
    list: (projectId, query) => listActions(db, projectId, query),

    async findById(projectId, id) {
      if (!isRowId(id)) return null;
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
          const isPinnedAgain = before.pinned_at !== null && (fields.pinnedAt ?? null) !== null;
          const changes = isPinnedAgain ? { ...fields, pinnedAt: before.pinned_at } : fields;
          const row = await transaction
            .updateTable('actions')
            .set({ ...ACTION_FIELDS.toColumns(changes), updated_at: sql<Date>`now()` })
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

/**
 * Locks the action names of the project until the transaction ends, so that two transactions cannot both use the same
 * name.
 */
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
