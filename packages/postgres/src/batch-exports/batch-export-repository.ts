import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { Reader } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import { defined } from '../defined';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { BatchExport, BatchExportFields } from './batch-export';
import { toBatchExport } from './batch-export';
import { BATCH_EXPORT_HISTORY } from './batch-export-history';

/** Stores batch exports. Methods with a project id do not find exports of other projects. */
export interface BatchExportRepository {
  /** Exports that are not deleted, newest first. With `search`, only those whose name contains it, in any letter case. */
  list(projectId: number, page: PageRequest, search?: string): Promise<Page<BatchExport>>;
  findById(projectId: number, id: string): Promise<BatchExport | null>;
  /** @param id a new uuid, which is also the context of the encrypted secrets */
  create(by: ProjectAuthor, id: string, fields: BatchExportFields): Promise<BatchExport>;
  /** Null if there is no such export. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<BatchExportFields>,
  ): Promise<BatchExport | null>;
  /** Deletes an export and ends its unfinished runs. False if there is no such export. */
  remove(by: ProjectAuthor, id: string): Promise<boolean>;
  /** The due exports of all projects: neither deleted nor paused, with an interval that began before `before`. */
  listDue(before: Date): Promise<readonly BatchExport[]>;
  /**
   * Creates the run of the interval [start, end) and advances the schedule, unless another worker did so.
   * @returns the id of the new run, or null
   */
  startInterval(batchExport: BatchExport, end: Date): Promise<string | null>;
}

export function createBatchExportRepository({ db, change }: Database): BatchExportRepository {
  return {
    async list(projectId, page, search = '') {
      const matches = db
        .selectFrom('batch_exports')
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .$if(search !== '', (query) => query.where('name', 'ilike', likePattern(search)));
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toBatchExport);
    },

    findById: (projectId, id) => findExport(db, projectId, id),

    create: (by, id, fields) =>
      change(BATCH_EXPORT_HISTORY, by, async (tx, entry) => {
        const { destination } = fields;
        const row = await tx
          .insertInto('batch_exports')
          .values({
            id,
            project_id: by.projectId,
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
        const result = toBatchExport(row);
        return { result, entries: [entry(null, result)] };
      }),

    update: (by, id, fields) =>
      change(BATCH_EXPORT_HISTORY, by, async (tx, entry) => {
        const before = await findExport(tx, by.projectId, id);
        if (before === null) return { result: null, entries: [] };
        const { destination } = fields;
        const row = await tx
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
          .where('project_id', '=', by.projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toBatchExport(row);
        const isResealed = before.destination.secrets !== result.destination.secrets;
        const details = { secret: isResealed ? ['destination_credentials'] : [] };
        return { result, entries: [entry(before, result, details)] };
      }),

    remove: (by, id) =>
      change(BATCH_EXPORT_HISTORY, by, async (tx, entry) => {
        const before = await findExport(tx, by.projectId, id);
        if (before === null) return { result: false, entries: [] };
        await tx
          .updateTable('batch_exports')
          .set({ deleted: true, destination_secrets: null, last_updated_at: sql<Date>`now()` })
          .where('id', '=', id)
          .execute();
        await tx
          .updateTable('batch_export_runs')
          .set({ status: 'Cancelled', lease: null, finished_at: sql<Date>`now()` })
          .where('batch_export_id', '=', id)
          .where('status', 'in', ['Starting', 'Running'])
          .execute();
        return { result: true, entries: [entry(before, null)] };
      }),

    async listDue(before) {
      const rows = await live(db)
        .where('paused', '=', false)
        .where('next_interval_start', '<', before)
        .orderBy('next_interval_start')
        .execute();
      return rows.map(toBatchExport);
    },

    startInterval: (batchExport, end) =>
      db.transaction().execute(async (transaction) => {
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
          // If the schedule was set back, an interval may already have a run, which is kept.
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        return row?.id ?? null;
      }),
  };
}

function live(db: Reader) {
  return db.selectFrom('batch_exports').selectAll().where('deleted', '=', false);
}

async function findExport(db: Reader, projectId: number, id: string): Promise<BatchExport | null> {
  const row = await live(db)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toBatchExport(row);
}
