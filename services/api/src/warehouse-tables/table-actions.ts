import { randomUUID } from 'node:crypto';
import type { WarehouseColumn, WarehouseColumnType } from '@tidemark/contracts';
import {
  warehouseColumnTypes,
  warehouseFileSchema,
  warehouseSchemaUpdateSchema,
  warehouseTableSchema,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { WarehouseTable } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { awaitLoad } from './await-load';
import { checkName, nameTaken } from './check-name';
import type { WarehouseRouteDeps } from './deps';
import { readColumns, readFileColumns } from './read-columns';
import { findTable, rejectTooMany, shownTable } from './table-routes';
import { changeTable, createTable } from './save-table';

const DETAIL = '/warehouse_tables/:id/';
const WRITE = { scope: 'warehouse_table:write' } as const;
const params = z.object({ id: z.uuid() });
const MAX_FILE_MB = 50;
const MAX_FILE_BYTES = MAX_FILE_MB * 1024 * 1024;
/** The maximum size of the other parts of the form. */
const FORM_BYTES = 64 * 1024;

/**
 * The routes of uploads and of actions on a table other than editing
 * (`docs/wire/capture-storage.md#warehouse-columns`).
 */
export function createWarehouseActionRoutes(deps: WarehouseRouteDeps): readonly ProjectRoute[] {
  const { tables } = deps;

  return [
    projectRoute({
      name: 'warehouse_tables_file',
      summary: 'Create or replace a data-warehouse table from an uploaded file',
      method: 'POST',
      path: '/warehouse_tables/file/',
      access: WRITE,
      status: 201,
      maxBodyBytes: MAX_FILE_BYTES + FORM_BYTES,
      body: warehouseFileSchema,
      bodyTypes: ['multipart/form-data'],
      response: warehouseTableSchema,
      async handle({ caller, body: { name, format, file }, signal }) {
        const { project } = caller;
        await checkName(deps, project.id, name);
        if (file.bytes.length > MAX_FILE_BYTES) {
          throw validationError(
            'invalid_input',
            `File size exceeds maximum allowed size of ${MAX_FILE_MB}MB`,
            'file',
          );
        }
        const [former] = await tables.findNamed(project.id, [name]);
        if (former !== undefined && former.source !== 'upload') throw nameTaken();
        if (former === undefined) await rejectTooMany(deps, project.id);
        const { options, columns: formerColumns } = former ?? { options: {}, columns: [] };
        const known = { format, options, columns: formerColumns };
        const columns = await readFileColumns(file.bytes, known);
        const urlPattern = `upload://${encodeURIComponent(file.fileName).slice(0, 400)}`;
        if (former !== undefined) {
          const fields = { format, columns, urlPattern };
          const options = { load: true, file: file.bytes };
          const changed = await changeTable(deps, caller, former.id, fields, options);
          return shownTable(deps, await awaitLoad(deps, changed, signal));
        }
        const place = { source: 'upload', urlPattern, secrets: null, secretsAt: null } as const;
        const fields = { ...place, name, format, options, columns };
        const table = await createTable(deps, caller, randomUUID(), fields, file.bytes);
        return shownTable(deps, await awaitLoad(deps, table, signal));
      },
    }),
    projectRoute({
      name: 'warehouse_tables_refresh_schema',
      summary: 'Refresh the columns of a data-warehouse table',
      method: 'POST',
      path: `${DETAIL}refresh_schema/`,
      access: WRITE,
      params,
      response: warehouseTableSchema,
      async handle({ caller, params: { id }, signal }) {
        const table = await findTable(deps, caller.project.id, id);
        const columns = await readColumns(deps, table, signal);
        const changed = await changeTable(deps, caller, id, { columns }, { load: true });
        return shownTable(deps, await awaitLoad(deps, changed, signal));
      },
    }),
    projectRoute({
      name: 'warehouse_tables_update_schema',
      summary: 'Change types of columns of a data-warehouse table',
      method: 'POST',
      path: `${DETAIL}update_schema/`,
      access: WRITE,
      params,
      body: warehouseSchemaUpdateSchema,
      response: warehouseTableSchema,
      async handle({ caller, params: { id }, body: { updates } }) {
        const table = await findTable(deps, caller.project.id, id);
        const columns = await deps.judge(table, retyped(table, updates));
        const changed = await changeTable(deps, caller, id, { columns }, { load: false });
        return shownTable(deps, changed);
      },
    }),
    projectRoute({
      name: 'warehouse_tables_refresh',
      summary: 'Reload a data-warehouse table',
      method: 'POST',
      path: `${DETAIL}refresh/`,
      access: WRITE,
      params,
      response: warehouseTableSchema,
      async handle({ caller, params: { id }, signal }) {
        await findTable(deps, caller.project.id, id);
        const changed = await changeTable(deps, caller, id, {}, { load: true });
        return shownTable(deps, await awaitLoad(deps, changed, signal));
      },
    }),
  ];
}

/** @throws ApiError 400 for an unknown column or type */
function retyped(
  { columns }: WarehouseTable,
  updates: Readonly<Record<string, string>>,
): readonly WarehouseColumn[] {
  const types = new Map<string, WarehouseColumnType>();
  for (const [name, given] of Object.entries(updates)) {
    if (!columns.some((column) => column.name === name)) {
      throw validationError('invalid_input', `Column ${name} does not exist on table`, 'updates');
    }
    const type = warehouseColumnTypes.find((known) => known === given.toLowerCase());
    if (type === undefined) {
      throw validationError(
        'invalid_input',
        `Can not parse type ${given} for column ${name} - type does not exist on DatabaseSerializedFieldType`,
        'updates',
      );
    }
    types.set(name, type);
  }
  return columns.map((column) => ({ ...column, type: types.get(column.name) ?? column.type }));
}
