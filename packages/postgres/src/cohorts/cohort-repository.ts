import { sql } from 'kysely';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Cohort, CohortFields } from './cohort';
import { toCohort } from './cohort';
import { STATIC_VERSION } from './static-members';
import { COHORT_HISTORY } from './cohort-history';
import { COHORT_FIELDS } from './cohort';

export interface CohortListQuery {
  /** Substring of the name, any case. */
  readonly search?: string;
  readonly isStatic?: boolean;
  readonly createdById?: number;
  /** These are left out. */
  readonly without?: readonly number[];
  readonly page: PageRequest;
}

/**
 * Every call names the project: a cohort of another one is not found. Each change is written to the
 * activity log with it.
 */
export interface CohortRepository {
  /** Live cohorts, newest first. */
  list(projectId: number, query: CohortListQuery): Promise<Page<Cohort>>;
  /** All live cohorts, by id: what flags and other cohorts may refer to. */
  listLive(projectId: number): Promise<readonly Cohort[]>;
  /** Soft-deleted ones are found too. */
  findById(projectId: number, id: number): Promise<Cohort | null>;
  /** `needsSnapshot`: a static cohort whose members its filters or query decide, once. */
  create(
    projectId: number,
    userId: number,
    fields: Partial<CohortFields>,
    options?: { readonly needsSnapshot?: boolean },
  ): Promise<Cohort>;
  /**
   * Changes what is given; a change of who is in it asks for a calculation. Null when unknown.
   * `needsSnapshot`: a static cohort whose members its filters or query decide, once more.
   */
  update(
    projectId: number,
    userId: number,
    id: number,
    fields: Partial<CohortFields>,
    options?: { readonly needsSnapshot?: boolean },
  ): Promise<Cohort | null>;
}

export function createCohortRepository({ db, change }: ResourceDatabase): CohortRepository {
  const findById = async (projectId: number, id: number): Promise<Cohort | null> => {
    const row = await db
      .selectFrom('cohorts')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toCohort(row);
  };

  return {
    async list(projectId, { search, isStatic, createdById, without = [], page }) {
      const matches = db
        .selectFrom('cohorts')
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .$if(search !== undefined, (q) => q.where('name', 'ilike', likePattern(search ?? '')))
        .$if(isStatic !== undefined, (q) => q.where('is_static', '=', isStatic ?? false))
        .$if(createdById !== undefined, (q) => q.where('created_by_id', '=', createdById ?? 0))
        .$if(without.length > 0, (q) => q.where('id', 'not in', [...without]));
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
      return readPage(matches, rows, page, toCohort);
    },

    async listLive(projectId) {
      const rows = await db
        .selectFrom('cohorts')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .orderBy('id')
        .execute();
      return rows.map(toCohort);
    },

    findById,

    create: (projectId, userId, fields, options = {}) =>
      change(COHORT_HISTORY, { projectId, userId }, async (transaction, entry) => {
        const row = await transaction
          .insertInto('cohorts')
          .values({
            ...COHORT_FIELDS.toColumns(fields),
            project_id: projectId,
            created_by_id: userId,
            needs_snapshot: options.needsSnapshot ?? false,
            ...(fields.isStatic === true && { count: 0 }),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toCohort(row);
        return { result, entries: [entry(null, result)] };
      }),

    async update(projectId, userId, id, fields, options = {}) {
      const columns = COHORT_FIELDS.toColumns(fields);
      if (Object.keys(columns).length === 0) return findById(projectId, id);
      return change(COHORT_HISTORY, { projectId, userId }, async (transaction, entry) => {
        const before = await transaction
          .selectFrom('cohorts')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) return { result: null, entries: [] };
        const row = await transaction
          .updateTable('cohorts')
          .set({
            ...columns,
            ...(fields.deleted === true && {
              deleted_at: sql<Date>`CASE WHEN deleted THEN deleted_at ELSE now() END`,
            }),
            ...(fields.deleted === false && { deleted_at: null, members_removed: false }),
            ...(fields.isStatic !== undefined && {
              needs_snapshot: fields.isStatic && options.needsSnapshot === true,
            }),
            ...(changesMembers(fields) && {
              revision: sql<number>`revision + 1`,
              errors_calculating: 0,
              last_error: null,
            }),
          })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (before.is_static !== row.is_static) {
          // Whoever was listed in a former life as a static cohort.
          await transaction
            .deleteFrom('cohort_members')
            .where('cohort_id', '=', id)
            .where('version', '=', STATIC_VERSION)
            .execute();
        }
        const result = toCohort(row);
        return { result, entries: [entry(toCohort(before), result, { always: true })] };
      });
    },
  };
}

function changesMembers(fields: Partial<CohortFields>): boolean {
  const { filters, deleted, isStatic } = fields;
  return filters !== undefined || deleted !== undefined || isStatic !== undefined;
}
