import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
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
  /** The metrics of the project with these ids. */
  findMany(projectId: number, ids: readonly number[]): Promise<readonly SavedMetric[]>;
  /** `taken` if another metric of the project has the name, whose letter case is ignored. */
  create(by: ProjectAuthor, fields: SavedMetricFields): Promise<SavedMetric | 'taken'>;
  /** Null if there is no such metric. */
  update(
    by: ProjectAuthor,
    id: number,
    fields: Partial<SavedMetricFields>,
  ): Promise<SavedMetric | null | 'taken'>;
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

    async findMany(projectId, ids) {
      if (ids.length === 0) return [];
      const found = await ofProject(projectId).selectAll().where('id', 'in', ids).execute();
      return found.map(toSavedMetric);
    },

    // The lock of the history makes requests for the same name wait for one another.
    create: (by, fields) =>
      change<SavedMetric, SavedMetric | 'taken'>(SAVED_METRIC_HISTORY, by, async (tx, entry) => {
        if (await isTaken(tx, by.projectId, fields.name, null)) return TAKEN;
        const row = await tx
          .insertInto('experiment_saved_metrics')
          .values({
            ...columnsOf(fields),
            name: fields.name,
            query: JSON.stringify(fields.query),
            project_id: by.projectId,
            created_by_id: by.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toSavedMetric(row);
        return { result, entries: [entry(null, result)] };
      }),

    update: (by, id, fields) =>
      change<SavedMetric, SavedMetric | null | 'taken'>(
        SAVED_METRIC_HISTORY,
        by,
        async (tx, entry) => {
          const before = await rows.find(tx, by.projectId, id);
          if (before === null) return { result: null, entries: [] };
          if (await isTaken(tx, by.projectId, fields.name, id)) return TAKEN;
          const row = await tx
            .updateTable('experiment_saved_metrics')
            .set({ ...columnsOf(fields), updated_at: sql<Date>`now()` })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow();
          const result = toSavedMetric(row);
          return { result, entries: [entry(before, result)] };
        },
      ),

    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}

const TAKEN = { result: 'taken' as const, entries: [] };

/** Whether another metric of the project has the name. */
async function isTaken(
  db: Reader,
  projectId: number,
  name: string | undefined,
  ownId: number | null,
): Promise<boolean> {
  if (name === undefined) return false;
  const other = await db
    .selectFrom('experiment_saved_metrics')
    .select('id')
    .where('project_id', '=', projectId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .$if(ownId !== null, (query) => query.where('id', '!=', ownId ?? 0))
    .executeTakeFirst();
  return other !== undefined;
}
