import { intervalEnd } from '@tidemark/domain';
import type { BatchExport, BatchExportRepository, ExportRunRepository } from '@tidemark/postgres';
import type { ExportQueue } from '@tidemark/queues';

export interface SweepDeps {
  readonly batchExports: BatchExportRepository;
  readonly runs: Pick<ExportRunRepository, 'listUnfinished'>;
  readonly queue: Pick<ExportQueue, 'add'>;
  readonly now: () => Date;
  /** The time after its end when an interval counts as complete: rows in transit arrive by then. */
  readonly settleMs: number;
}

/** Maximum number of missed intervals per export and sweep; the next sweep continues. */
const MAX_CATCH_UP = 200;
/** The maximum number of unfinished runs in one sweep, the oldest first. */
const MAX_UNFINISHED = 1_000;

/**
 * Creates the runs of every complete interval, including those missed in an outage, and queues every unfinished run:
 * Postgres decides, because the queue may have lost some.
 */
export async function sweepExports(deps: SweepDeps): Promise<void> {
  const settled = new Date(deps.now().getTime() - deps.settleMs);
  for (const batchExport of await deps.batchExports.listDue(settled)) {
    await startDueIntervals(deps, batchExport, settled);
  }
  for (const run of await deps.runs.listUnfinished(MAX_UNFINISHED)) {
    await deps.queue.add({ project_id: run.projectId, run_id: run.id });
  }
}

async function startDueIntervals(
  { batchExports }: SweepDeps,
  batchExport: BatchExport,
  settled: Date,
): Promise<void> {
  let start = batchExport.nextIntervalStart;
  for (let count = 0; count < MAX_CATCH_UP; count += 1) {
    const end = intervalEnd(batchExport.interval, start);
    const isOver = batchExport.endAt !== null && start >= batchExport.endAt;
    if (end > settled || isOver) return;
    await batchExports.startInterval({ ...batchExport, nextIntervalStart: start }, end);
    start = end;
  }
}
