import type { Database } from '../database';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { isUniqueViolation } from '../unique-violation';
import type { SavedView, SavedViewFields } from './saved-view';
import { toSavedView } from './saved-view';

/** Every call names the project: a view of another one is not found. */
export interface SavedViewRepository {
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<SavedView>>;
  /** By name. */
  listAll(projectId: number): Promise<readonly SavedView[]>;
  findById(projectId: number, id: string): Promise<SavedView | null>;
  findNamed(projectId: number, names: readonly string[]): Promise<readonly SavedView[]>;
  /** Null when the project has a view of that name. */
  create(
    projectId: number,
    fields: SavedViewFields & { readonly createdById: number | null },
  ): Promise<SavedView | null>;
  /** `gone` when there is no such view, `taken` when another one has the name. */
  update(
    projectId: number,
    id: string,
    fields: Partial<SavedViewFields>,
  ): Promise<SavedView | 'gone' | 'taken'>;
  /** False when there is no such view. */
  delete(projectId: number, id: string): Promise<boolean>;
}

const NAME_INDEX = 'saved_views_name';

export function createSavedViewRepository({ db }: Database): SavedViewRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('saved_views').selectAll().where('project_id', '=', projectId);

  const findById = async (projectId: number, id: string): Promise<SavedView | null> => {
    const row = await ofProject(projectId).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toSavedView(row);
  };

  return {
    findById,

    list(projectId, page) {
      const matches = ofProject(projectId);
      const rows = matches.orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toSavedView);
    },

    async listAll(projectId) {
      return (await ofProject(projectId).orderBy('name').execute()).map(toSavedView);
    },

    async findNamed(projectId, names) {
      if (names.length === 0) return [];
      const rows = await ofProject(projectId)
        .where('name', 'in', [...names])
        .execute();
      return rows.map(toSavedView);
    },

    async create(projectId, { name, query, columns, createdById }) {
      try {
        const row = await db
          .insertInto('saved_views')
          .values({
            project_id: projectId,
            name,
            query,
            columns: JSON.stringify(columns),
            created_by_id: createdById,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toSavedView(row);
      } catch (error) {
        if (isUniqueViolation(error, NAME_INDEX)) return null;
        throw error;
      }
    },

    async update(projectId, id, { name, query, columns }) {
      const changes = defined({
        name,
        query,
        columns: columns === undefined ? undefined : JSON.stringify(columns),
      });
      // A SET list must not be empty.
      if (Object.keys(changes).length === 0) return (await findById(projectId, id)) ?? 'gone';
      try {
        const row = await db
          .updateTable('saved_views')
          .set(changes)
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        return row === undefined ? 'gone' : toSavedView(row);
      } catch (error) {
        if (isUniqueViolation(error, NAME_INDEX)) return 'taken';
        throw error;
      }
    },

    async delete(projectId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('saved_views')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
