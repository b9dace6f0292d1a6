import { Readable } from 'node:stream';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { ExportJob } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { ClaimedRun, RunProgress, WrittenPart } from '@tidemark/postgres';
import type { DestinationDeps } from '../destinations/open-target';
import { openTarget, readDestination } from '../destinations/open-target';
import { ExportRejectedError, reasonOf } from '../errors';
import { manifestName, runFiles } from '../files/file-names';
import { manifestText } from './manifest';
import { planRun } from './plan-run';
import { selectionOf } from './selection';
import { watchLease } from './watch-lease';
import { writePart } from './write-part';

export interface RunDeps extends DestinationDeps {
  readonly clickhouse: ClickHouse;
  readonly progress: RunProgress;
  /** Option of CSV, see `RowStyle`. */
  readonly escapeFormulas: boolean;
  /** The maximum number of rows in a part. */
  readonly partRows: number;
  /** The interval at which the worker checks whether the run was cancelled. */
  readonly pollMs: number;
  /** Whether the project has reached its limit of exported rows. */
  readonly hasUsedUpRows: (projectId: number) => Promise<boolean>;
  /** Aborted when this process stops: the run goes on elsewhere. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

/**
 * Works on a run from its first unrecorded part to its end. If the run is cancelled or taken over, the worker stops
 * without an error and records nothing more.
 * @throws when the run is to be tried again later
 */
export async function runExport(
  deps: RunDeps,
  job: ExportJob,
  attempt: { readonly isLast: boolean },
): Promise<void> {
  const claim = await deps.progress.claim(job.project_id, job.run_id);
  if (claim === null) return;
  const logger = deps.logger.child({ run: job.run_id, project: job.project_id });
  const watch = watchLease(deps, claim);
  try {
    const isDone = await writeRun(deps, claim, watch.signal);
    if (isDone && (await deps.progress.finish(claim, 'Completed', null))) {
      logger.info('export run completed');
    }
  } catch (error) {
    if (watch.isLost()) return;
    if (deps.stopping.aborted) throw error;
    const { reason, isFinal } = reasonOf(error);
    if (isFinal || attempt.isLast) {
      logger.warn({ err: error }, 'an export run failed');
      await deps.progress.finish(claim, isFinal ? 'Failed' : 'FailedRetryable', reason);
      return;
    }
    await deps.progress.noteError(claim, reason);
    throw error;
  } finally {
    watch.stop();
  }
}

/** Returns false if this worker no longer has the run. */
async function writeRun(deps: RunDeps, claim: ClaimedRun, signal: AbortSignal): Promise<boolean> {
  const { run, batchExport } = claim;
  if (await deps.hasUsedUpRows(run.projectId)) {
    throw new ExportRejectedError(
      'The project has exported as many rows as its limit for this month.',
    );
  }
  const destination = readDestination(claim, deps.secrets);
  const files = runFiles({
    prefix: destination.config.prefix,
    model: batchExport.model,
    start: run.dataIntervalStart,
    end: run.dataIntervalEnd,
    backfillId: run.backfillId,
  });
  const target = await openTarget(destination, run.projectId, files, deps);
  try {
    await target.removeLeftovers();
    const plan = await planRun(deps, claim, destination, signal);
    if (plan === null) return false;
    const selection = selectionOf(run, plan.plannedAt, destination);
    const { escapeFormulas } = deps;
    const context = { claim, destination, selection, files, target, escapeFormulas, signal };
    const written: WrittenPart[] = [];
    for (const part of plan.parts) {
      const file = part.written ?? (await writePart(deps.clickhouse, context, part));
      if (part.written === null) {
        const isOurs = await deps.progress.completePart(claim, part.number, file);
        if (!isOurs) return false;
      }
      written.push(file);
    }
    const manifest = Readable.from([Buffer.from(manifestText(claim, destination, written))]);
    await target.write(manifestName(files), manifest, signal);
    return true;
  } finally {
    target.close();
  }
}
