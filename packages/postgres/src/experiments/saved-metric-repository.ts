import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { SavedMetric, SavedMetricFields } from './saved-metric';
import { SAVED_METRIC_HISTORY, toSavedMetric } from './saved-metric';

/** Stores the shared metrics of projects. Every method takes the project id. */
export interface SavedMetricRepository {
  /**
   * In the order of their names, whose letter case is ignored. With `search`, only those whose name contains it.
   */
  list(projectId: number, page: PageRequest, search?: string): Promise<Page<SavedMetric>>;
  findById(projectId: number, id: number): Promise<SavedMetric | null>;
  /** The metric of the project with this name, whose letter case is ignored. */
  findByName(projectId: number, name: string): Promise<SavedMetric | null>;
  /** The metrics of the project with these ids. */
  findMany(projectId: number, ids: readonly number[]): Promise<readonly SavedMetric[]>;
  create(by: ProjectAuthor, fields: SavedMetricFields): Promise<SavedMetric>;
  /** Null if there is no such metric. */
  update(
    by: ProjectAuthor,
    id: number,
    fields: Partial<SavedMetricFields>,
  ): Promise<SavedMetric | null>;
  /** Deletes a metric and removes it from experiments. False if there is no such metric. */
  delete(by: ProjectAuthor, id: number): Promise<boolean>;
}

export function createSavedMetricRepository({
  db,
  change,
}: ResourceDatabase): SavedMetricRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('experiment_saved_metrics').where('project_id', '=', projectId);
  const rows = createOwnedRows(change, {
    name: 'experiment_saved_metrics',
    history: SAVED_METRIC_HISTORY,
    toThing: toSavedMetric,
  });
  const columnsOf = ({ name, description, query, tags }: Partial<SavedMetricFields>) =>
    defined({
      name,
      description,
      query: query && JSON.stringify(query),
      tags: tags && [...tags],
    });

  return {
    list(projectId, page, search = '') {
      const matches = ofProject(projectId).$if(search !== '', (query) =>
        query.where('name', 'ilike', likePattern(search)),
      );
      const ordered = matches
        .selectAll()
        .orderBy(sql`lower(name)`)
        .orderBy('id');
      return readPage(matches, ordered, page, toSavedMetric);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    async findByName(projectId, name) {
      const row = await ofProject(projectId)
        .selectAll()
        .where(sql`lower(name)`, '=', sql`lower(${name})`)
        .orderBy('id')
        .executeTakeFirst();
      return row === undefined ? null : toSavedMetric(row);
    },

    async findMany(projectId, ids) {
      if (ids.length === 0) return [];
      const found = await ofProject(projectId).selectAll().where('id', 'in', ids).execute();
      return found.map(toSavedMetric);
    },

    create: (by, fields) =>
      rows.create(by, by.projectId, { ...columnsOf(fields), created_by_id: by.userId }),
    update: (by, id, fields) =>
      rows.update(by, by.projectId, id, { ...columnsOf(fields), updated_at: sql<Date>`now()` }),
    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}
