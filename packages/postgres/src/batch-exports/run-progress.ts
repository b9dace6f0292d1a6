import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import { addUsage } from '../usage';
import type { BatchExport, ExportRun } from './batch-export';
import { toBatchExport, toExportRun } from './batch-export';

/** The operations of a worker on its run. Every write needs the lease. */
export interface RunProgress {
  /**
   * Takes the lease of an unfinished run, even if another worker has it: the queue only gives a job to a second
   * worker if it considers the first one dead. A worker without the lease cannot write.
   */
  claim(projectId: number, runId: string): Promise<ClaimedRun | null>;
  /** Whether the worker still has the lease; false after the run was cancelled or taken by another worker. */
  holds(claim: ClaimedRun): Promise<boolean>;
  /** Stores the plan. Later calls keep the first plan. */
  savePlan(claim: ClaimedRun, plannedAt: Date, parts: readonly PlannedPart[]): Promise<boolean>;
  /** The parts in order of their number. */
  parts(claim: ClaimedRun): Promise<readonly ExportPart[]>;
  completePart(claim: ClaimedRun, number: number, written: WrittenPart): Promise<boolean>;
  /** Stores an error. Users see the reason, so it must not contain an engine's message or a secret. */
  noteError(claim: ClaimedRun, reason: string): Promise<boolean>;
  finish(
    claim: ClaimedRun,
    status: 'Completed' | 'Failed' | 'FailedRetryable',
    error: string | null,
  ): Promise<boolean>;
}

export interface ClaimedRun {
  readonly lease: string;
  readonly run: ExportRun;
  readonly batchExport: BatchExport;
}

export interface PlannedPart {
  /** The range of the part, in the format of the planner. */
  readonly slice: unknown;
  readonly records: number;
}

export interface WrittenPart {
  /** The path relative to the destination's root. */
  readonly name: string;
  readonly records: number;
  readonly bytes: number;
}

export interface ExportPart {
  readonly number: number;
  readonly slice: unknown;
  /** Null until the file of the part is complete. */
  readonly written: WrittenPart | null;
}

/** The number of parts in one INSERT, far below the limit of 65,535 parameters. */
const PARTS_PER_INSERT = 1_000;

export function createRunProgress({ db }: Database): RunProgress {
  const heldRun = ({ run, lease }: ClaimedRun) =>
    db.updateTable('batch_export_runs').where('id', '=', run.id).where('lease', '=', lease);

  return {
    async claim(projectId, runId) {
      const lease = randomUUID();
      const run = await db
        .updateTable('batch_export_runs')
        .set({ status: 'Running', lease, last_updated_at: sql<Date>`now()` })
        .where('project_id', '=', projectId)
        .where('id', '=', runId)
        .where('status', 'in', ['Starting', 'Running'])
        .returningAll()
        .executeTakeFirst();
      if (run === undefined) return null;
      const batchExport = await db
        .selectFrom('batch_exports')
        .selectAll()
        .where('id', '=', run.batch_export_id)
        .executeTakeFirstOrThrow();
      return { lease, run: toExportRun(run), batchExport: toBatchExport(batchExport) };
    },

    async holds({ run, lease }) {
      const row = await db
        .selectFrom('batch_export_runs')
        .select('id')
        .where('id', '=', run.id)
        .where('lease', '=', lease)
        .executeTakeFirst();
      return row !== undefined;
    },

    savePlan: ({ run, lease }, plannedAt, parts) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('batch_export_runs')
          .set({ planned_at: plannedAt, last_updated_at: sql<Date>`now()` })
          .where('id', '=', run.id)
          .where('lease', '=', lease)
          .where('planned_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        for (let from = 0; from < parts.length; from += PARTS_PER_INSERT) {
          const rows = parts.slice(from, from + PARTS_PER_INSERT).map((part, index) => ({
            run_id: run.id,
            number: from + index,
            slice: JSON.stringify(part.slice),
            records_planned: part.records,
          }));
          await transaction.insertInto('batch_export_parts').values(rows).execute();
        }
        return true;
      }),

    async parts({ run }) {
      const rows = await db
        .selectFrom('batch_export_parts')
        .selectAll()
        .where('run_id', '=', run.id)
        .orderBy('number')
        .execute();
      return rows.map(({ number, slice, name, records, bytes, completed_at: completedAt }) => ({
        number,
        slice,
        written:
          completedAt === null || name === null
            ? null
            : { name, records: records ?? 0, bytes: bytes ?? 0 },
      }));
    },

    completePart: ({ run, lease }, number, written) =>
      db.transaction().execute(async (transaction) => {
        // Updates the run's row first, because a cancellation also changes this row: the two transactions cannot miss
        // each other.
        const { numUpdatedRows } = await transaction
          .updateTable('batch_export_runs')
          .set({ latest_error: null, last_updated_at: sql<Date>`now()` })
          .where('id', '=', run.id)
          .where('lease', '=', lease)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction
          .updateTable('batch_export_parts')
          .set({ ...written, completed_at: sql<Date>`now()` })
          .where('run_id', '=', run.id)
          .where('number', '=', number)
          .execute();
        const day = new Date().toISOString().slice(0, 10);
        const { projectId } = run;
        await addUsage(transaction, [
          { projectId, day, resource: 'rows_exported', count: written.records },
        ]);
        return true;
      }),

    async noteError(claim, reason) {
      const { numUpdatedRows } = await heldRun(claim)
        .set({ latest_error: reason, last_updated_at: sql<Date>`now()` })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async finish(claim, status, error) {
      const { numUpdatedRows } = await heldRun(claim)
        .set({
          status,
          lease: null,
          latest_error: error,
          finished_at: sql<Date>`now()`,
          last_updated_at: sql<Date>`now()`,
        })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
