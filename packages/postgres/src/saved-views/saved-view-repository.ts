import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { ifTaken } from '../unique-violation';
import type { SavedView, SavedViewFields } from './saved-view';
import { toSavedView } from './saved-view';
import { SAVED_VIEW_HISTORY } from './saved-view-history';
import { SAVED_VIEW_FIELDS } from './saved-view';

/** Stores the views of projects. Every method takes the project id and does not find views of other projects. */
export interface SavedViewRepository {
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<SavedView>>;
  /** All views, sorted by name. */
  listAll(projectId: number): Promise<readonly SavedView[]>;
  findById(projectId: number, id: string): Promise<SavedView | null>;
  findNamed(projectId: number, names: readonly string[]): Promise<readonly SavedView[]>;
  /** Null if the project already has a view with this name. */
  create(by: ProjectAuthor, fields: SavedViewFields): Promise<SavedView | null>;
  /** Null if there is no such view; `taken` if another view has the name. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<SavedViewFields>,
  ): Promise<SavedView | null | 'taken'>;
  /** False if there is no such view. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

const NAME_INDEX = 'saved_views_name';

export function createSavedViewRepository({ db, change }: ResourceDatabase): SavedViewRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('saved_views').selectAll().where('project_id', '=', projectId);
  const rows = createOwnedRows(change, {
    name: 'saved_views',
    history: SAVED_VIEW_HISTORY,
    toThing: toSavedView,
  });

  return {
    findById: (projectId, id) => rows.find(db, projectId, id),

    list(projectId, page) {
      const matches = ofProject(projectId);
      const ordered = matches.orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, ordered, page, toSavedView);
    },

    async listAll(projectId) {
      return (await ofProject(projectId).orderBy('name').execute()).map(toSavedView);
    },

    async findNamed(projectId, names) {
      if (names.length === 0) return [];
      const found = await ofProject(projectId)
        .where('name', 'in', [...names])
        .execute();
      return found.map(toSavedView);
    },

    create: (by, fields) =>
      rows
        .create(by, by.projectId, {
          ...SAVED_VIEW_FIELDS.toColumns(fields),
          created_by_id: by.userId,
        })
        .catch(ifTaken(NAME_INDEX, null)),

    update: (by, id, fields) =>
      rows
        .update(by, by.projectId, id, SAVED_VIEW_FIELDS.toColumns(fields))
        .catch(ifTaken(NAME_INDEX, 'taken' as const)),

    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}
