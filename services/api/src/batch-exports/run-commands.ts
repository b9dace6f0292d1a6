import { validationError } from '@tidemark/platform';
import type { BatchExport, ExportRun, ExportRunSummary } from '@tidemark/postgres';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import type { ExportRouteDeps } from './deps';

/**
 * What can be done with runs; the record first, then the queue, which a sweep repairs if it is unavailable. The history of
 * their batch export lists each.
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

export function createRunCommands({ runs, queue, now }: ExportRouteDeps): RunCommands {
  return {
    async backfill(caller, batchExport, { start, end }) {
      const timestamp = now();
      if (start !== null && end !== null && start >= end) {
        throw validationError(
          'invalid_input',
          "The initial backfill datetime 'start_at' happens after 'end_at'",
        );
      }
      if (end !== null && end > timestamp) {
        throw validationError(
          'invalid_input',
          `The provided 'end_at' (${end.toISOString()}) is in the future`,
        );
      }
      if (start !== null && start >= timestamp) {
        throw validationError(
          'invalid_input',
          `The provided 'start_at' (${start.toISOString()}) is in the future`,
        );
      }
      const range = { start, end: end ?? timestamp };
      const run = await runs.createBackfill(inProject(caller), batchExport, range);
      await queue.add({ project_id: run.projectId, run_id: run.id });
      return run;
    },

    async cancel(caller, batchExport, run) {
      if (!(await runs.cancel(inProject(caller), batchExport, run))) {
        throw validationError(
          'invalid_input',
          `Cannot cancel a run that is in '${run.status}' status`,
        );
      }
      await queue.remove(run.id);
    },

    async retry(caller, batchExport, run) {
      if (!(await runs.restart(inProject(caller), batchExport, run))) {
        throw validationError(
          'invalid_input',
          `Cannot retry a run that is in '${run.status}' status`,
        );
      }
      await queue.add({ project_id: run.projectId, run_id: run.id });
    },
  };
}
