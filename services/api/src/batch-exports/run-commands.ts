import { validationError } from '@tidemark/platform';
import type { BatchExport, ExportRun, ExportRunSummary } from '@tidemark/postgres';
import type { ExportRouteDeps } from './deps';

/** What can be done with runs; the record first, then the queue, which a sweep repairs if it is away. */
export interface RunCommands {
  backfill(batchExport: BatchExport, start: Date | null, end: Date | null): Promise<ExportRun>;
  cancel(run: ExportRunSummary): Promise<void>;
  retry(run: ExportRunSummary): Promise<void>;
}

export function createRunCommands({ runs, queue, now }: ExportRouteDeps): RunCommands {
  return {
    async backfill(batchExport, start, end) {
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
      const run = await runs.createBackfill(batchExport.projectId, batchExport.id, range);
      await queue.add({ project_id: run.projectId, run_id: run.id });
      return run;
    },

    async cancel(run) {
      if (!(await runs.cancel(run.projectId, run.id))) {
        throw validationError(
          'invalid_input',
          `Cannot cancel a run that is in '${run.status}' status`,
        );
      }
      await queue.remove(run.id);
    },

    async retry(run) {
      if (!(await runs.restart(run.projectId, run.id))) {
        throw validationError(
          'invalid_input',
          `Cannot retry a run that is in '${run.status}' status`,
        );
      }
      await queue.add({ project_id: run.projectId, run_id: run.id });
    },
  };
}
