import { validationError } from '@tidemark/platform';
import { BATCH_EXPORT_HISTORY } from '@tidemark/postgres';
import type { BatchExport, ExportRun, ExportRunSummary, Told } from '@tidemark/postgres';
import { inProject } from '../activity-log/journal';
import type { ProjectCaller } from '../auth/access';
import type { ExportRouteDeps } from './deps';

/**
 * What can be done with runs; the record first, then the queue, which a sweep repairs if it is away. The history of
 * their batch export tells of each.
 */
export interface RunCommands {
  backfill(
    caller: ProjectCaller,
    batchExport: BatchExport,
    range: { readonly start: Date | null; readonly end: Date | null },
  ): Promise<ExportRun>;
  cancel(caller: ProjectCaller, batchExport: BatchExport, run: ExportRunSummary): Promise<void>;
  retry(caller: ProjectCaller, batchExport: BatchExport, run: ExportRunSummary): Promise<void>;
}

export function createRunCommands({ journal, queue, now }: ExportRouteDeps): RunCommands {
  return {
    async backfill(caller, batchExport, { start, end }) {
      const moment = now();
      if (start !== null && end !== null && start >= end) {
        throw validationError(
          'invalid_input',
          "The initial backfill datetime 'start_at' happens after 'end_at'",
        );
      }
      if (end !== null && end > moment) {
        throw validationError(
          'invalid_input',
          `The provided 'end_at' (${end.toISOString()}) is in the future`,
        );
      }
      if (start !== null && start >= moment) {
        throw validationError(
          'invalid_input',
          `The provided 'start_at' (${start.toISOString()}) is in the future`,
        );
      }
      const range = { start, end: end ?? moment };
      const run = await journal.record(
        BATCH_EXPORT_HISTORY,
        inProject(caller),
        async ({ runs }, tell) => {
          const made = await runs.createBackfill(batchExport.projectId, batchExport.id, range);
          tell(batchExport, batchExport, runTold('backfill_created', made));
          return made;
        },
      );
      await queue.add({ project_id: run.projectId, run_id: run.id });
      return run;
    },

    async cancel(caller, batchExport, run) {
      await journal.record(BATCH_EXPORT_HISTORY, inProject(caller), async ({ runs }, tell) => {
        if (!(await runs.cancel(run.projectId, run.id))) {
          throw validationError(
            'invalid_input',
            `Cannot cancel a run that is in '${run.status}' status`,
          );
        }
        tell(batchExport, batchExport, runTold('run_cancelled', run));
      });
      await queue.remove(run.id);
    },

    async retry(caller, batchExport, run) {
      await journal.record(BATCH_EXPORT_HISTORY, inProject(caller), async ({ runs }, tell) => {
        if (!(await runs.restart(run.projectId, run.id))) {
          throw validationError(
            'invalid_input',
            `Cannot retry a run that is in '${run.status}' status`,
          );
        }
        tell(batchExport, batchExport, runTold('run_retried', run));
      });
      await queue.add({ project_id: run.projectId, run_id: run.id });
    },
  };
}

/** Which run, and of what range of time. */
function runTold(activity: string, run: ExportRun): Told {
  const after = {
    id: run.id,
    backfill_id: run.backfillId,
    start_at: run.dataIntervalStart?.toISOString() ?? null,
    end_at: run.dataIntervalEnd.toISOString(),
  };
  const change = { type: 'BatchExport', action: 'changed', field: 'run' } as const;
  return { activity, changes: [{ ...change, before: null, after }] };
}
