import { sql } from 'kysely';
import type { Database } from '../database';
import { inTransaction } from '../database';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { isUniqueViolation } from '../unique-violation';
import { removeFiles, replaceFile } from './warehouse-files';
import type { WarehouseTable, WarehouseTableFields } from './warehouse-table';
import { toWarehouseTable } from './warehouse-table';

/** Definitions of data-warehouse tables. No call sees another project's. */
export interface WarehouseTableRepository {
  /** Live ones, newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<WarehouseTable>>;
  findById(projectId: number, id: string): Promise<WarehouseTable | null>;
  /** All live ones, by name. */
  listAll(projectId: number): Promise<readonly WarehouseTable[]>;
  /** Live ones of these names. */
  findNamed(projectId: number, names: readonly string[]): Promise<readonly WarehouseTable[]>;
  /**
   * A new table that waits for its first load; null when a live one has the name.
   *
   * @param id a new one, which its sealed secrets are bound to
   * @param file of an upload
   */
  create(
    projectId: number,
    id: string,
    fields: WarehouseTableFields & { readonly createdById: number },
    file: Uint8Array | null,
  ): Promise<WarehouseTable | null>;
  /**
   * Changes fields; what decides the rows asks for a load. `gone` when there is no such live table, `taken`
   * when another one has the name.
   */
  update(
    projectId: number,
    id: string,
    fields: Partial<WarehouseTableFields>,
    options: { readonly load: boolean; readonly file?: Uint8Array },
  ): Promise<WarehouseTable | 'gone' | 'taken'>;
  /** Its file and credential go at once, its rows in the background. False when there is no such table. */
  remove(projectId: number, id: string): Promise<boolean>;
}

const BY_NAME = 'warehouse_tables_by_name';

export function createWarehouseTableRepository({ db }: Database): WarehouseTableRepository {
  const live = (projectId: number) =>
    db
      .selectFrom('warehouse_tables')
      .where('project_id', '=', projectId)
      .where('deleted', '=', false);

  return {
    list(projectId, page) {
      const matches = live(projectId);
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('number', 'desc');
      return readPage(matches, rows, page, toWarehouseTable);
    },

    async findById(projectId, id) {
      const row = await live(projectId).selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toWarehouseTable(row);
    },

    async listAll(projectId) {
      const rows = await live(projectId).selectAll().orderBy('name').execute();
      return rows.map(toWarehouseTable);
    },
    async findNamed(projectId, names) {
      if (names.length === 0) return [];
      const rows = await live(projectId)
        .selectAll()
        .where('name', 'in', [...names])
        .execute();
      return rows.map(toWarehouseTable);
    },

    async create(projectId, id, fields, file) {
      try {
        return await inTransaction(db, async (transaction) => {
          const row = await transaction
            .insertInto('warehouse_tables')
            .values({
              id,
              project_id: projectId,
              name: fields.name,
              format: fields.format,
              source: fields.source,
              url_pattern: fields.urlPattern,
              options: JSON.stringify(fields.options),
              secrets: fields.secrets,
              secrets_at: fields.secretsAt,
              columns: JSON.stringify(fields.columns),
              created_by_id: fields.createdById,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
          if (file === null) return toWarehouseTable(row);
          const fileId = await replaceFile(transaction, row.number, file);
          await transaction
            .updateTable('warehouse_tables')
            .set({ file_id: fileId })
            .where('number', '=', row.number)
            .execute();
          return toWarehouseTable({ ...row, file_id: fileId });
        });
      } catch (error) {
        if (isUniqueViolation(error, BY_NAME)) return null;
        throw error;
      }
    },

    async update(projectId, id, fields, { load, file }) {
      try {
        return await inTransaction(db, async (transaction) => {
          const row = await transaction
            .updateTable('warehouse_tables')
            .set({
              ...defined({
                name: fields.name,
                format: fields.format,
                source: fields.source,
                url_pattern: fields.urlPattern,
                options: fields.options && JSON.stringify(fields.options),
                secrets: fields.secrets,
                secrets_at: fields.secretsAt,
                columns: fields.columns && JSON.stringify(fields.columns),
              }),
              ...(load && { revision: sql<number>`revision + 1`, last_error: null }),
            })
            .where('project_id', '=', projectId)
            .where('id', '=', id)
            .where('deleted', '=', false)
            .returningAll()
            .executeTakeFirst();
          if (row === undefined) return 'gone';
          if (file === undefined) return toWarehouseTable(row);
          const fileId = await replaceFile(transaction, row.number, file);
          await transaction
            .updateTable('warehouse_tables')
            .set({ file_id: fileId })
            .where('number', '=', row.number)
            .execute();
          return toWarehouseTable({ ...row, file_id: fileId });
        });
      } catch (error) {
        if (isUniqueViolation(error, BY_NAME)) return 'taken';
        throw error;
      }
    },

    remove: (projectId, id) =>
      inTransaction(db, async (transaction) => {
        const row = await transaction
          .updateTable('warehouse_tables')
          .set({ deleted: true, secrets: null, version: null, load: null, file_id: null })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .where('deleted', '=', false)
          .returning('number')
          .executeTakeFirst();
        if (row === undefined) return false;
        await removeFiles(transaction, row.number);
        await transaction
          .updateTable('warehouse_versions')
          .set({ retired_at: sql<Date>`now()` })
          .where('table_number', '=', row.number)
          .where('retired_at', 'is', null)
          .execute();
        return true;
      }),
  };
}
