import {
  backfillCreateSchema,
  batchExportBackfillSchema,
  batchExportRunSchema,
  pageOf,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import type { ExportRouteDeps } from './deps';
import { backfillBody, runBody } from './export-body';
import { found } from '../resource';
import { createRunCommands } from './run-commands';
import { pageQuery } from '../query-parameters';

const DETAIL = '/batch_exports/:export_id/';
const READ = { scope: 'batch_export:read' } as const;
const WRITE = { scope: 'batch_export:write' } as const;
const exportParams = z.object({ export_id: z.uuid() });
const params = exportParams.extend({ id: z.uuid() });
const cancelled = z.object({ cancelled: z.boolean() });

/** Runs and backfills of a batch export; a backfill is one run of a time range. */
export function createExportRunRoutes(deps: ExportRouteDeps): readonly ProjectRoute[] {
  const { batchExports, runs } = deps;
  const commands = createRunCommands(deps);

  /** Of one kind: `runs` shows all of them, `backfills` those of a time range. */
  const lookUps = {
    runs: runs.findById.bind(runs),
    backfills: runs.findByBackfill.bind(runs),
  };
  const requireExport = async (projectId: number, id: string) => {
    const batchExport = await batchExports.findById(projectId, id);
    if (batchExport === null) throw notFound();
    return batchExport;
  };

  const cancel = (kind: 'runs' | 'backfills') =>
    projectRoute({
      name: `batch_export_${kind}_cancel`,
      summary: kind === 'runs' ? 'Cancel a run' : 'Cancel a backfill',
      method: 'POST',
      path: `${DETAIL}${kind}/:id/cancel/`,
      access: WRITE,
      params,
      response: cancelled,
      async handle({ caller, params: { export_id: exportId, id } }) {
        const run = found(await lookUps[kind](caller.project.id, exportId, id));
        await commands.cancel(caller, await requireExport(caller.project.id, exportId), run);
        return { cancelled: true };
      },
    });

  /** PostHog has two paths for it, the older one below the export itself. */
  const backfill = (name: string, path: string) =>
    projectRoute({
      name,
      summary: 'Export a range of time once more',
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
    cancel('runs'),
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
    cancel('backfills'),
  ];
}
