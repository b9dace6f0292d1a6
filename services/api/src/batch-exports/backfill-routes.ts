import { backfillCreateSchema, batchExportBackfillSchema, pageOf } from '@tidemark/contracts';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { found } from '../resource';
import { cancelRoute } from './cancel-route';
import type { ExportRouteDeps } from './deps';
import { backfillBody } from './export-body';
import { createRunCommands } from './run-commands';

const DETAIL = '/batch_exports/:export_id/';
const READ = { scope: 'batch_export:read' } as const;
const WRITE = { scope: 'batch_export:write' } as const;
const exportParams = z.object({ export_id: z.uuid() });
const params = exportParams.extend({ id: z.uuid() });

/** Backfills of a batch export: each is one run of a time range. */
export function createBackfillRoutes(deps: ExportRouteDeps): readonly ProjectRoute[] {
  const { batchExports, runs } = deps;
  const commands = createRunCommands(deps);
  const requireExport = async (projectId: number, id: string) =>
    found(await batchExports.findById(projectId, id));

  /** PostHog has two paths for backfills, of which the older one is below the path of the export. */
  const backfill = (name: string, path: string) =>
    projectRoute({
      name,
      summary: 'Export a time range again',
      method: 'POST',
      path: DETAIL + path,
      access: WRITE,
      params: exportParams,
      body: backfillCreateSchema,
      response: z.object({ backfill_id: z.string().nullable() }),
      async handle({ caller, params: { export_id: id }, body }) {
        const batchExport = await requireExport(caller.project.id, id);
        const { start_at: start = null, end_at: end = null } = body;
        const run = await commands.backfill(caller, batchExport, { start, end });
        return { backfill_id: run.backfillId };
      },
    });

  return [
    backfill('batch_exports_backfill', 'backfill/'),
    backfill('batch_export_backfills_create', 'backfills/'),
    projectRoute({
      name: 'batch_export_backfills_list',
      summary: 'List backfills of a batch export',
      method: 'GET',
      path: `${DETAIL}backfills/`,
      access: READ,
      params: exportParams,
      query: pageQuery,
      response: pageOf(batchExportBackfillSchema),
      async handle({ caller: { project }, params: { export_id: id }, url }) {
        await requireExport(project.id, id);
        const request = defaultPage(url);
        const page = await runs.list(project.id, id, { page: request, backfills: true });
        return pageBody(url, request, page, backfillBody);
      },
    }),
    projectRoute({
      name: 'batch_export_backfills_retrieve',
      summary: 'Read a backfill of a batch export',
      method: 'GET',
      path: `${DETAIL}backfills/:id/`,
      access: READ,
      params,
      response: batchExportBackfillSchema,
      handle: async ({ caller: { project }, params: { export_id: exportId, id } }) =>
        backfillBody(found(await runs.findByBackfill(project.id, exportId, id))),
    }),
    cancelRoute(deps, {
      name: 'batch_export_backfills_cancel',
      summary: 'Cancel a backfill',
      path: `${DETAIL}backfills/:id/cancel/`,
      find: (...ids) => runs.findByBackfill(...ids),
    }),
  ];
}
