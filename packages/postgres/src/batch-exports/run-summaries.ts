import type { Reader } from '../activity-log/unit-of-work';
import type { ExportRunSummary } from './batch-export';
import { toExportRun } from './batch-export';

/** Runs with the sums of their parts, newest first. The caller adds conditions. */
export function selectRunSummaries(db: Reader, projectId: number) {
  return db
    .selectFrom('batch_export_runs as run')
    .innerJoin('batch_exports as export', 'export.id', 'run.batch_export_id')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('batch_export_parts as part')
          .whereRef('part.run_id', '=', 'run.id')
          .select(({ fn }) => [
            fn.countAll<number>().as('parts_total'),
            fn.count<number>('part.completed_at').as('parts_completed'),
            fn.coalesce(fn.sum<string>('part.records_planned'), e.val('0')).as('records_total'),
            fn.coalesce(fn.sum<string>('part.records'), e.val('0')).as('records_completed'),
            fn.coalesce(fn.sum<string>('part.bytes'), e.val('0')).as('bytes_exported'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .where('run.project_id', '=', projectId)
    .where('export.deleted', '=', false)
    .orderBy('run.created_at', 'desc')
    .orderBy('run.data_interval_end', 'desc')
    .selectAll('run')
    .select([
      'parts_total',
      'parts_completed',
      'records_total',
      'records_completed',
      'bytes_exported',
    ]);
}

type SummaryRow = Parameters<typeof toExportRun>[0] & {
  /** Sums of bigint have the type `numeric`, which the driver returns as text. */
  readonly [
    sum in
      'parts_total' | 'parts_completed' | 'records_total' | 'records_completed' | 'bytes_exported'
  ]: number | string | null;
};

export function toRunSummary(row: SummaryRow): ExportRunSummary {
  return {
    ...toExportRun(row),
    partsTotal: Number(row.parts_total),
    partsCompleted: Number(row.parts_completed),
    recordsTotal: Number(row.records_total),
    recordsCompleted: Number(row.records_completed),
    bytesExported: Number(row.bytes_exported),
  };
}
