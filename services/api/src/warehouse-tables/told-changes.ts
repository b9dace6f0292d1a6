import { notFound } from '@tidemark/platform';
import type { WarehouseTable, WarehouseTableFields } from '@tidemark/postgres';
import { WAREHOUSE_TABLE_HISTORY } from '@tidemark/postgres';
import { inProject } from '../activity-log/journal';
import type { ProjectCaller } from '../auth/access';
import { nameTaken } from './check-name';
import type { WarehouseRouteDeps } from './deps';

type Deps = Pick<WarehouseRouteDeps, 'journal'>;

/** Makes a table and tells of it. @throws ApiError 400 when the name is taken */
export function createTable(
  { journal }: Deps,
  caller: ProjectCaller,
  id: string,
  fields: WarehouseTableFields,
  file: Uint8Array | null,
): Promise<WarehouseTable> {
  const { project, user } = caller;
  return journal.record(WAREHOUSE_TABLE_HISTORY, inProject(caller), async ({ tables }, tell) => {
    const table = await tables.create(project.id, id, { ...fields, createdById: user.id }, file);
    if (table === null) throw nameTaken();
    tell(null, table);
    return table;
  });
}

/** Changes a table and tells of it; a load that is asked for is told, too. @throws ApiError 404, 400 */
export function changeTable(
  { journal }: Deps,
  caller: ProjectCaller,
  id: string,
  fields: Partial<WarehouseTableFields>,
  options: { readonly load: boolean; readonly file?: Uint8Array },
): Promise<WarehouseTable> {
  const { id: projectId } = caller.project;
  return journal.record(WAREHOUSE_TABLE_HISTORY, inProject(caller), async ({ tables }, tell) => {
    const before = await tables.findById(projectId, id);
    const after = await tables.update(projectId, id, fields, options);
    if (after === 'gone') throw notFound();
    if (after === 'taken') throw nameTaken();
    const secret = before?.secrets === after.secrets ? [] : ['credential'];
    tell(before, after, { secret, ...(options.load && { activity: 'refreshed' }) });
    return after;
  });
}

/** Deletes a table and tells of it. False when there was none. */
export function removeTable(
  { journal }: Deps,
  caller: ProjectCaller,
  id: string,
): Promise<boolean> {
  const { id: projectId } = caller.project;
  return journal.record(WAREHOUSE_TABLE_HISTORY, inProject(caller), async ({ tables }, tell) => {
    tell(await tables.findById(projectId, id), null);
    return tables.remove(projectId, id);
  });
}
