import type { ExportSelection } from '@tidemark/clickhouse';
import type { ExportDestination } from '@tidemark/contracts';
import type { ExportRun } from '@tidemark/postgres';

/**
 * What a run selects. The schedule goes by arrival, so that late events are not missed; a run of a time
 * range goes by timestamp, and by what was stored when it was planned, so that every part of it, also
 * one that is written again days later, sees the same rows.
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
