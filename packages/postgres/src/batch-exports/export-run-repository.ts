import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import type { ExportRun, ExportRunSummary } from './batch-export';
import { toExportRun } from './batch-export';
import { selectRunSummaries, toRunSummary } from './run-summaries';

/** Runs as the API shows and commands them; every call names the project. */
export interface ExportRunRepository {
  list(
    projectId: number,
    batchExportId: string,
    query: { readonly page: PageRequest; readonly backfills: boolean },
  ): Promise<Page<ExportRunSummary>>;
  findById(projectId: number, batchExportId: string, id: string): Promise<ExportRunSummary | null>;
  findByBackfill(
    projectId: number,
    batchExportId: string,
    backfillId: string,
  ): Promise<ExportRunSummary | null>;
  /** The newest `limit` runs of each export. */
  latest(
    projectId: number,
    batchExportIds: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly ExportRunSummary[]>>;
  /** A one-off run of a time range. */
  createBackfill(
    projectId: number,
    batchExportId: string,
    range: { readonly start: Date | null; readonly end: Date },
  ): Promise<ExportRun>;
  /** Whoever works on it loses its lease. False when the run had ended already. */
  cancel(projectId: number, id: string): Promise<boolean>;
  /** Puts a run that ended without completing back to its beginning; parts that are done stay done. */
  restart(projectId: number, id: string): Promise<boolean>;
  /** Of all projects: runs that have not ended, oldest first. */
  listUnfinished(limit: number): Promise<readonly ExportRun[]>;
}

export function createExportRunRepository({ db }: Database): ExportRunRepository {
  const one = async (
    projectId: number,
    batchExportId: string,
    column: 'run.id' | 'run.backfill_id',
    id: string,
  ): Promise<ExportRunSummary | null> => {
    const row = await selectRunSummaries(db, projectId)
      .where('run.batch_export_id', '=', batchExportId)
      .where(column, '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toRunSummary(row);
  };

  return {
    async list(projectId, batchExportId, { page, backfills }) {
      const { count } = await db
        .selectFrom('batch_export_runs')
        .where('project_id', '=', projectId)
        .where('batch_export_id', '=', batchExportId)
        .$if(backfills, (q) => q.where('backfill_id', 'is not', null))
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const rows = await selectRunSummaries(db, projectId)
        .where('run.batch_export_id', '=', batchExportId)
        .$if(backfills, (q) => q.where('run.backfill_id', 'is not', null))
        .offset(page.offset)
        .$if(page.limit !== null, (q) => q.limit(page.limit))
        .execute();
      return { count, rows: rows.map(toRunSummary) };
    },

    findById: (projectId, batchExportId, id) => one(projectId, batchExportId, 'run.id', id),
    findByBackfill: (projectId, batchExportId, id) =>
      one(projectId, batchExportId, 'run.backfill_id', id),

    async latest(projectId, batchExportIds, limit) {
      const lists = await Promise.all(
        batchExportIds.map(async (id): Promise<[string, ExportRunSummary[]]> => {
          const rows = await selectRunSummaries(db, projectId)
            .where('run.batch_export_id', '=', id)
            .limit(limit)
            .execute();
          return [id, rows.map(toRunSummary)];
        }),
      );
      return new Map(lists);
    },

    async createBackfill(projectId, batchExportId, { start, end }) {
      const row = await db
        .insertInto('batch_export_runs')
        .values({
          id: randomUUID(),
          batch_export_id: batchExportId,
          project_id: projectId,
          backfill_id: randomUUID(),
          data_interval_start: start,
          data_interval_end: end,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toExportRun(row);
    },

    async cancel(projectId, id) {
      const { numUpdatedRows } = await db
        .updateTable('batch_export_runs')
        .set({
          status: 'Cancelled',
          lease: null,
          finished_at: sql<Date>`now()`,
          last_updated_at: sql<Date>`now()`,
        })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('status', 'in', ['Starting', 'Running'])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async restart(projectId, id) {
      const { numUpdatedRows } = await db
        .updateTable('batch_export_runs')
        .set({
          status: 'Starting',
          lease: null,
          finished_at: null,
          latest_error: null,
          last_updated_at: sql<Date>`now()`,
        })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('status', 'in', ['Failed', 'FailedRetryable', 'Cancelled'])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async listUnfinished(limit) {
      const rows = await db
        .selectFrom('batch_export_runs')
        .selectAll()
        .where('status', 'in', ['Starting', 'Running'])
        .orderBy('created_at')
        .limit(limit)
        .execute();
      return rows.map(toExportRun);
    },
  };
}
