import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import type { BatchExport, ExportRun, ExportRunSummary } from './batch-export';
import { toExportRun } from './batch-export';
import { BATCH_EXPORT_HISTORY, runDetails } from './batch-export-history';
import { selectRunSummaries, toRunSummary } from './run-summaries';

/** Reads and controls runs for the API. Every method takes the project id. */
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
  /** Creates a run for a time range. Actions on runs are logged in the history of the batch export. */
  createBackfill(
    by: ProjectAuthor,
    batchExport: BatchExport,
    range: { readonly start: Date | null; readonly end: Date },
  ): Promise<ExportRun>;
  /** Cancels a run, so that its worker loses the lease. False if the run had already ended. */
  cancel(by: ProjectAuthor, batchExport: BatchExport, run: ExportRun): Promise<boolean>;
  /** Restarts a run that ended without completing; completed parts are kept. */
  restart(by: ProjectAuthor, batchExport: BatchExport, run: ExportRun): Promise<boolean>;
  /** The unfinished runs of all projects, oldest first. */
  listUnfinished(limit: number): Promise<readonly ExportRun[]>;
}

export function createExportRunRepository({ db, change }: ResourceDatabase): ExportRunRepository {
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

    createBackfill: (by, batchExport, { start, end }) =>
      change(BATCH_EXPORT_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .insertInto('batch_export_runs')
          .values({
            id: randomUUID(),
            batch_export_id: batchExport.id,
            project_id: by.projectId,
            backfill_id: randomUUID(),
            data_interval_start: start,
            data_interval_end: end,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toExportRun(row);
        const details = runDetails('backfill_created', result);
        return { result, entries: [entry(batchExport, batchExport, details)] };
      }),

    cancel: (by, batchExport, run) =>
      change(BATCH_EXPORT_HISTORY, by, async (tx, entry) => {
        const { numUpdatedRows } = await runRow(tx, run)
          .set({
            status: 'Cancelled',
            lease: null,
            finished_at: sql<Date>`now()`,
            last_updated_at: sql<Date>`now()`,
          })
          .where('status', 'in', ['Starting', 'Running'])
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return { result: false, entries: [] };
        const details = runDetails('run_cancelled', run);
        return { result: true, entries: [entry(batchExport, batchExport, details)] };
      }),

    restart: (by, batchExport, run) =>
      change(BATCH_EXPORT_HISTORY, by, async (tx, entry) => {
        const { numUpdatedRows } = await runRow(tx, run)
          .set({
            status: 'Starting',
            lease: null,
            finished_at: null,
            latest_error: null,
            last_updated_at: sql<Date>`now()`,
          })
          .where('status', 'in', ['Failed', 'FailedRetryable', 'Cancelled'])
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return { result: false, entries: [] };
        const details = runDetails('run_retried', run);
        return { result: true, entries: [entry(batchExport, batchExport, details)] };
      }),

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

function runRow(tx: Writer, { projectId, id }: ExportRun) {
  return tx
    .updateTable('batch_export_runs')
    .where('project_id', '=', projectId)
    .where('id', '=', id);
}
