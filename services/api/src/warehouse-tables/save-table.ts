import type { WarehouseTable, WarehouseTableFields } from '@tidemark/postgres';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import { found } from '../resource';
import { nameTaken } from './check-name';
import type { WarehouseRouteDeps } from './deps';

type Deps = Pick<WarehouseRouteDeps, 'tables'>;

/** @throws ApiError 400 when the name is taken */
export async function createTable(
  { tables }: Deps,
  caller: ProjectCaller,
  id: string,
  fields: WarehouseTableFields,
  file: Uint8Array | null,
): Promise<WarehouseTable> {
  const table = await tables.create(inProject(caller), id, fields, file);
  if (table === null) throw nameTaken();
  return table;
}

/** @throws ApiError 404, 400 when the name is taken */
export async function changeTable(
  { tables }: Deps,
  caller: ProjectCaller,
  id: string,
  fields: Partial<WarehouseTableFields>,
  options: { readonly load: boolean; readonly file?: Uint8Array },
): Promise<WarehouseTable> {
  const table = await tables.update(inProject(caller), id, fields, options);
  if (table === 'taken') throw nameTaken();
  return found(table);
}
