import type { ExportRunSummary } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import type { ExportRouteDeps } from './deps';
import { createRunCommands } from './run-commands';

const params = z.object({ export_id: z.uuid(), id: z.uuid() });

/** A route that cancels the run or backfill that `find` returns. */
export function cancelRoute(
  deps: ExportRouteDeps,
  spec: {
    readonly name: string;
    readonly summary: string;
    readonly path: string;
    readonly find: (
      projectId: number,
      exportId: string,
      id: string,
    ) => Promise<ExportRunSummary | null>;
  },
): ProjectRoute {
  const { find, ...rest } = spec;
  const commands = createRunCommands(deps);
  return projectRoute({
    ...rest,
    method: 'POST',
    access: { scope: 'batch_export:write' },
    params,
    response: z.object({ cancelled: z.boolean() }),
    async handle({ caller, params: { export_id: exportId, id } }) {
      const run = found(await find(caller.project.id, exportId, id));
      const batchExport = found(await deps.batchExports.findById(caller.project.id, exportId));
      await commands.cancel(caller, batchExport, run);
      return { cancelled: true };
    },
  });
}
