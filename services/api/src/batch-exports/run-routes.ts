import { batchExportRunSchema, pageOf } from '@tidemark/contracts';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { cancelRoute } from './cancel-route';
import type { ExportRouteDeps } from './deps';
import { runBody } from './export-body';
import { found } from '../resource';
import { createRunCommands } from './run-commands';
import { pageQuery } from '../query-parameters';

const DETAIL = '/batch_exports/:export_id/';
const READ = { scope: 'batch_export:read' } as const;
const WRITE = { scope: 'batch_export:write' } as const;
const exportParams = z.object({ export_id: z.uuid() });
const params = exportParams.extend({ id: z.uuid() });

/** The runs of a batch export, including those of backfills. */
export function createExportRunRoutes(deps: ExportRouteDeps): readonly ProjectRoute[] {
  const { batchExports, runs } = deps;
  const commands = createRunCommands(deps);

  const requireExport = async (projectId: number, id: string) =>
    found(await batchExports.findById(projectId, id));

  return [
    projectRoute({
      name: 'batch_export_runs_list',
      summary: 'List runs of a batch export',
      method: 'GET',
      path: `${DETAIL}runs/`,
      access: READ,
      params: exportParams,
      query: pageQuery,
      response: pageOf(batchExportRunSchema),
      async handle({ caller: { project }, params: { export_id: id }, url }) {
        await requireExport(project.id, id);
        const request = defaultPage(url);
        const page = await runs.list(project.id, id, { page: request, backfills: false });
        return pageBody(url, request, page, runBody);
      },
    }),
    projectRoute({
      name: 'batch_export_runs_retrieve',
      summary: 'Read a run of a batch export',
      method: 'GET',
      path: `${DETAIL}runs/:id/`,
      access: READ,
      params,
      response: batchExportRunSchema,
      handle: async ({ caller: { project }, params: { export_id: exportId, id } }) =>
        runBody(found(await runs.findById(project.id, exportId, id))),
    }),
    cancelRoute(deps, {
      name: 'batch_export_runs_cancel',
      summary: 'Cancel a run',
      path: `${DETAIL}runs/:id/cancel/`,
      find: (...ids) => runs.findById(...ids),
    }),
    projectRoute({
      name: 'batch_export_runs_retry',
      summary: 'Run a run of a batch export again',
      method: 'POST',
      path: `${DETAIL}runs/:id/retry/`,
      access: WRITE,
      params,
      response: z.object({ backfill_id: z.string().nullable(), run_id: z.string() }),
      async handle({ caller, params: { export_id: exportId, id } }) {
        const run = found(await runs.findById(caller.project.id, exportId, id));
        await commands.retry(caller, await requireExport(caller.project.id, exportId), run);
        return { backfill_id: run.backfillId, run_id: run.id };
      },
    }),
  ];
}
