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
import { insertCohort } from './insert-cohort';

export interface CohortListQuery {
  /** A part of the name; the letter case is ignored. */
  readonly search?: string;
  readonly isStatic?: boolean;
  readonly createdById?: number;
  /** The ids of cohorts to leave out. */
  readonly without?: readonly number[];
  readonly page: PageRequest;
}

/**
 * Stores the cohorts of projects. Every method takes the project id and does not find cohorts of other projects.
 * Every change is also written to the activity log, in the same transaction.
 */
export interface CohortRepository {
  /** Cohorts that are not deleted, newest first. */
  list(projectId: number, query: CohortListQuery): Promise<Page<Cohort>>;
  /** All cohorts that are not deleted, in order of id. Flags and other cohorts may refer to these. */
  listLive(projectId: number): Promise<readonly Cohort[]>;
  /** Also finds deleted cohorts. */
  findById(projectId: number, id: number): Promise<Cohort | null>;
  /** @param needsSnapshot true: the members of the static cohort are computed once from its filters or query */
  create(
    projectId: number,
    userId: number,
    fields: Partial<CohortFields>,
    options?: { readonly needsSnapshot?: boolean },
  ): Promise<Cohort>;
  /**
   * Changes the given fields; a change of the criteria requests a calculation. Null if there is no such cohort.
   * @param needsSnapshot true: the members of the static cohort are computed again from its filters or query
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
        const result = await insertCohort(transaction, { projectId, userId, ...options }, fields);
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
          // Removes members from an earlier time when the cohort was static.
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
