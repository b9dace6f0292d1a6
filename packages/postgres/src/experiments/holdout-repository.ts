import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { NewActivity } from '../activity-log/activity';
import type { ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Entries, Reader, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { FeatureFlag } from '../feature-flags/feature-flag';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import { selectFlags } from '../feature-flags/read-flags';
import { changeFlag } from '../feature-flags/write-flags';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { ExperimentHoldout, ExperimentHoldoutFields } from './holdout';
import { HOLDOUT_HISTORY, toHoldout, withHoldout } from './holdout';

/**
 * Stores the holdouts of projects. Every method takes the project id. A change also updates the flags of experiments
 * with the holdout.
 */
export interface HoldoutRepository {
  /** Newest first. With `search`, only those whose name contains it, in any letter case. */
  list(projectId: number, page: PageRequest, search?: string): Promise<Page<ExperimentHoldout>>;
  findById(projectId: number, id: number): Promise<ExperimentHoldout | null>;
  create(by: ProjectAuthor, fields: ExperimentHoldoutFields): Promise<ExperimentHoldout>;
  /** Null if there is no such holdout. */
  update(
    by: ProjectAuthor,
    id: number,
    fields: Partial<ExperimentHoldoutFields>,
  ): Promise<ExperimentHoldout | null>;
  /** Deletes a holdout; its experiments then have no holdout. False if there is no such holdout. */
  delete(by: ProjectAuthor, id: number): Promise<boolean>;
}

export function createHoldoutRepository({ db, change }: ResourceDatabase): HoldoutRepository {
  return {
    list(projectId, page, search = '') {
      const matches = db
        .selectFrom('experiment_holdouts')
        .where('project_id', '=', projectId)
        .$if(search !== '', (query) => query.where('name', 'ilike', likePattern(search)));
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
      return readPage(matches, rows, page, toHoldout);
    },

    findById: (projectId, id) => selectHoldout(db, projectId, id),

    create: (by, { name, description, filters }) =>
      change(HOLDOUT_HISTORY, by, async (tx, entry) => {
        const { id } = await tx
          .insertInto('experiment_holdouts')
          .values({
            name,
            description,
            filters: JSON.stringify(filters),
            project_id: by.projectId,
            created_by_id: by.userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const result = await writeHoldout(tx, by, id, { filters });
        return { result, entries: [entry(null, result)] };
      }),

    update: (by, id, fields) =>
      change<FeatureFlag, ExperimentHoldout | null>(FLAG_HISTORY, by, async (tx) => {
        const before = await selectHoldout(tx, by.projectId, id);
        if (before === null) return { result: null, entries: [] };
        const result = await writeHoldout(tx, by, id, fields);
        const followed = await changeFlags(tx, by, id, result);
        return {
          result,
          entries: [...followed, historyEntry(HOLDOUT_HISTORY, by, before, result)],
        };
      }),

    delete: (by, id) =>
      change<FeatureFlag, boolean>(FLAG_HISTORY, by, async (tx) => {
        const before = await selectHoldout(tx, by.projectId, id);
        if (before === null) return { result: false, entries: [] };
        const followed = await changeFlags(tx, by, id, null);
        await tx
          .deleteFrom('experiment_holdouts')
          .where('project_id', '=', by.projectId)
          .where('id', '=', id)
          .execute();
        return {
          result: true,
          entries: [...followed, historyEntry(HOLDOUT_HISTORY, by, before, null)],
        };
      }),
  };
}

async function selectHoldout(
  db: Reader,
  projectId: number,
  id: number,
): Promise<ExperimentHoldout | null> {
  const row = await db
    .selectFrom('experiment_holdouts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toHoldout(row);
}

async function writeHoldout(
  tx: Writer,
  { projectId }: ProjectAuthor,
  id: number,
  { name, description, filters }: Partial<ExperimentHoldoutFields>,
): Promise<ExperimentHoldout> {
  const variant = `holdout-${id}`;
  const row = await tx
    .updateTable('experiment_holdouts')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(filters !== undefined && {
        filters: JSON.stringify(filters.map((filter) => ({ ...filter, variant }))),
      }),
      updated_at: sql<Date>`now()`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toHoldout(row);
}

/** Updates the filters of the flags of experiments with this holdout. @param holdout null: it is being deleted */
async function changeFlags(
  tx: Writer,
  by: ProjectAuthor,
  id: number,
  holdout: ExperimentHoldout | null,
): Promise<Entries> {
  const rows = await tx
    .selectFrom('experiments')
    .select('feature_flag_id')
    .distinct()
    .where('project_id', '=', by.projectId)
    .where('holdout_id', '=', id)
    .where('deleted', '=', false)
    .execute();
  const ids = rows.map((row) => row.feature_flag_id);
  const entries: (NewActivity | null)[] = [];
  for (const flag of (await selectFlags(tx, by.projectId, ids)).values()) {
    const filters = withHoldout(flag.filters, holdout);
    if (isDeepStrictEqual(filters, flag.filters)) continue;
    entries.push(...(await changeFlag(tx, by, flag, { filters })).entries);
  }
  return entries;
}
