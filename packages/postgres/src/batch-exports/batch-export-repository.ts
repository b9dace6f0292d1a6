import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import { inTransaction } from '../database';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { BatchExport, BatchExportFields } from './batch-export';
import { toBatchExport } from './batch-export';

/** Definitions of batch exports. Calls that name a project never see another one's. */
export interface BatchExportRepository {
  /** Live ones, newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<BatchExport>>;
  findById(projectId: number, id: string): Promise<BatchExport | null>;
  /** @param id a new one, which its sealed secrets are bound to */
  create(projectId: number, id: string, fields: BatchExportFields): Promise<BatchExport>;
  /** Null when there is no such live export. */
  update(
    projectId: number,
    id: string,
    fields: Partial<BatchExportFields>,
  ): Promise<BatchExport | null>;
  /** Ends its unfinished runs too. False when there is no such live export. */
  remove(projectId: number, id: string): Promise<boolean>;
  /** Of all projects: live, not paused, with an interval that began before `before`. */
  listDue(before: Date): Promise<readonly BatchExport[]>;
  /**
   * Makes the run of the interval [start, end) and moves the schedule on, unless somebody else did.
   * @returns the new run's id, or null
   */
  startInterval(batchExport: BatchExport, end: Date): Promise<string | null>;
}

export function createBatchExportRepository({ db }: Database): BatchExportRepository {
  const live = () => db.selectFrom('batch_exports').selectAll().where('deleted', '=', false);

  return {
    async list(projectId, page) {
      const matches = db
        .selectFrom('batch_exports')
        .where('project_id', '=', projectId)
        .where('deleted', '=', false);
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toBatchExport);
    },

    async findById(projectId, id) {
      const row = await live()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toBatchExport(row);
    },

    async create(projectId, id, fields) {
      const { destination } = fields;
      const row = await db
        .insertInto('batch_exports')
        .values({
          id,
          project_id: projectId,
          name: fields.name,
          model: fields.model,
          destination_type: destination.type,
          destination_config: JSON.stringify(destination.config),
          destination_secrets: destination.secrets,
          interval: fields.interval,
          paused: fields.paused,
          start_at: fields.startAt,
          end_at: fields.endAt,
          next_interval_start: fields.nextIntervalStart,
          last_paused_at: fields.lastPausedAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toBatchExport(row);
    },

    async update(projectId, id, fields) {
      const { destination } = fields;
      const row = await db
        .updateTable('batch_exports')
        .set({
          ...defined({
            name: fields.name,
            model: fields.model,
            interval: fields.interval,
            paused: fields.paused,
            start_at: fields.startAt,
            end_at: fields.endAt,
            next_interval_start: fields.nextIntervalStart,
            last_paused_at: fields.lastPausedAt,
            destination_config: destination && JSON.stringify(destination.config),
            destination_secrets: destination?.secrets,
          }),
          last_updated_at: sql<Date>`now()`,
        })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('deleted', '=', false)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toBatchExport(row);
    },

    remove: (projectId, id) =>
      inTransaction(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('batch_exports')
          .set({ deleted: true, destination_secrets: null, last_updated_at: sql<Date>`now()` })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .where('deleted', '=', false)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction
          .updateTable('batch_export_runs')
          .set({ status: 'Cancelled', lease: null, finished_at: sql<Date>`now()` })
          .where('batch_export_id', '=', id)
          .where('status', 'in', ['Starting', 'Running'])
          .execute();
        return true;
      }),

    async listDue(before) {
      const rows = await live()
        .where('paused', '=', false)
        .where('next_interval_start', '<', before)
        .orderBy('next_interval_start')
        .execute();
      return rows.map(toBatchExport);
    },

    startInterval: (batchExport, end) =>
      inTransaction(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('batch_exports')
          .set({ next_interval_start: end })
          .where('id', '=', batchExport.id)
          .where('next_interval_start', '=', batchExport.nextIntervalStart)
          .where('deleted', '=', false)
          .where('paused', '=', false)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return null;
        const row = await transaction
          .insertInto('batch_export_runs')
          .values({
            id: randomUUID(),
            batch_export_id: batchExport.id,
            project_id: batchExport.projectId,
            data_interval_start: batchExport.nextIntervalStart,
            data_interval_end: end,
          })
          // The schedule may have been set back; an interval that has a run keeps it.
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        return row?.id ?? null;
      }),
  };
}
