import { randomUUID } from 'node:crypto';
import {
  batchExportCreateSchema,
  batchExportSchema,
  batchExportUpdateSchema,
  pageOf,
} from '@tidemark/contracts';
import type { BatchExport } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { storedDestination } from './destination-fields';
import type { ExportRouteDeps } from './deps';
import { exportBody } from './export-body';
import { changedFields, rejectEmptyRange, scheduleFrom } from './export-fields';
import { namedPageQuery, searchOf } from '../query-parameters';
import { destroyRoute, updateRoutes } from '../resource-routes';
import { found } from '../resource';

const LIST = '/batch_exports/';
const DETAIL = '/batch_exports/:export_id/';
const READ = { scope: 'batch_export:read' } as const;
const WRITE = { scope: 'batch_export:write' } as const;
const params = z.object({ export_id: z.uuid() });
const LATEST_RUNS = 10;

/** Definitions of batch exports (`docs/wire/capture-storage.md#export-definition`). */
export function createBatchExportRoutes(deps: ExportRouteDeps): readonly ProjectRoute[] {
  const { batchExports, runs, policy, now } = deps;

  const shown = async (batchExport: BatchExport) => {
    const { id, projectId } = batchExport;
    const latest = await runs.latest(projectId, [id], LATEST_RUNS);
    return exportBody(batchExport, latest.get(id) ?? []);
  };
  const find = async (projectId: number, id: string): Promise<BatchExport> => {
    return found(await batchExports.findById(projectId, id));
  };
  const updates = updateRoutes('batch_exports', {
    summary: 'Change fields of a batch export',
    path: DETAIL,
    access: WRITE,
    params,
    body: batchExportUpdateSchema,
    response: batchExportSchema,
    async handle({ caller, params: { export_id: id }, body }) {
      const current = await find(caller.project.id, id);
      const fields = changedFields(current, body, policy, now());
      return shown(found(await batchExports.update(inProject(caller), id, fields)));
    },
  });

  return [
    projectRoute({
      name: 'batch_exports_list',
      summary: 'List batch exports',
      method: 'GET',
      path: LIST,
      access: READ,
      query: namedPageQuery,
      response: pageOf(batchExportSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await batchExports.list(project.id, request, searchOf(url));
        const ids = page.rows.map(({ id }) => id);
        const latest = await runs.latest(project.id, ids, LATEST_RUNS);
        return pageBody(url, request, page, (row) => exportBody(row, latest.get(row.id) ?? []));
      },
    }),
    projectRoute({
      name: 'batch_exports_create',
      summary: 'Create a batch export',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: batchExportCreateSchema,
      response: batchExportSchema,
      async handle({ caller, body }) {
        const id = randomUUID();
        const { interval, start_at: startAt = null, end_at: endAt = null } = body;
        rejectEmptyRange(startAt, endAt);
        const timestamp = now();
        const fields = {
          name: body.name,
          model: body.model,
          destination: storedDestination(body.destination, id, policy),
          interval,
          paused: body.paused,
          startAt,
          endAt,
          nextIntervalStart: scheduleFrom(interval, startAt, timestamp),
          lastPausedAt: body.paused ? timestamp : null,
        };
        return shown(await batchExports.create(inProject(caller), id, fields));
      },
    }),
    projectRoute({
      name: 'batch_exports_retrieve',
      summary: 'Read a batch export',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: batchExportSchema,
      handle: async ({ caller: { project }, params: { export_id: id } }) =>
        shown(await find(project.id, id)),
    }),
    ...updates,
    destroyRoute('batch_exports', {
      summary: 'Delete a batch export',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { export_id: id }) => batchExports.remove(inProject(caller), id),
    }),
  ];
}
