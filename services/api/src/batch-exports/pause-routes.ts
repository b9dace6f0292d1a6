import { unpauseSchema } from '@tidemark/contracts';
import type { BatchExport, BatchExportFields } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import type { ExportRouteDeps } from './deps';
import { pauseFields } from './export-fields';

const DETAIL = '/batch_exports/:export_id/';
const WRITE = { scope: 'batch_export:write' } as const;
const params = z.object({ export_id: z.uuid() });

/** A paused batch export starts no new runs. */
export function createPauseRoutes({
  batchExports,
  now,
}: Pick<ExportRouteDeps, 'batchExports' | 'now'>): readonly ProjectRoute[] {
  const find = async (projectId: number, id: string): Promise<BatchExport> =>
    found(await batchExports.findById(projectId, id));
  const change = async (
    caller: ProjectCaller,
    { id }: BatchExport,
    fields: Partial<BatchExportFields>,
  ): Promise<BatchExport> => found(await batchExports.update(inProject(caller), id, fields));

  return [
    projectRoute({
      name: 'batch_exports_pause',
      summary: 'Pause a batch export',
      method: 'POST',
      path: `${DETAIL}pause/`,
      access: WRITE,
      params,
      response: z.object({ paused: z.boolean() }),
      async handle({ caller, params: { export_id: id } }) {
        const current = await find(caller.project.id, id);
        if (!current.paused) await change(caller, current, pauseFields(current, true, now()));
        return { paused: true };
      },
    }),
    projectRoute({
      name: 'batch_exports_unpause',
      summary: 'Continue a paused batch export',
      method: 'POST',
      path: `${DETAIL}unpause/`,
      access: WRITE,
      params,
      body: unpauseSchema,
      response: z.object({ paused: z.boolean() }),
      async handle({ caller, params: { export_id: id }, body }) {
        const current = await find(caller.project.id, id);
        if (current.paused) {
          await change(caller, current, pauseFields(current, false, now(), body.backfill));
        }
        return { paused: false };
      },
    }),
  ];
}
