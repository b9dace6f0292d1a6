import type { ExportSelection } from '@tidemark/clickhouse';
import type { ExportDestination } from '@tidemark/contracts';
import type { ExportRun } from '@tidemark/postgres';

/**
 * The rows that a run selects. Scheduled runs select by arrival, so that late events are included; a run of a time
 * range selects by timestamp among the rows stored when it was planned, so that a part that is written again days
 * later has the same rows.
 */
export function selectionOf(
  run: ExportRun,
  plannedAt: Date,
  { config }: ExportDestination,
): ExportSelection {
  const { dataIntervalStart: start, dataIntervalEnd: end } = run;
  return {
    projectId: run.projectId,
    interval:
      run.backfillId === null && start !== null
        ? { by: 'arrival', start, end }
        : { by: 'timestamp', start, end, storedBefore: plannedAt },
    includeEvents: config.include_events,
    excludeEvents: config.exclude_events,
  };
}
