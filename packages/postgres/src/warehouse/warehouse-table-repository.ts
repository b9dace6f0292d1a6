import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { Reader, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { ifTaken } from '../unique-violation';
import { removeFiles, replaceFile } from './warehouse-files';
import type { WarehouseTable, WarehouseTableFields } from './warehouse-table';
import { toWarehouseTable } from './warehouse-table';
import { WAREHOUSE_TABLE_HISTORY } from './warehouse-table-history';
import { WAREHOUSE_TABLE_FIELDS } from './warehouse-table';

/** Stores data-warehouse tables. Every method takes the project id and does not find tables of other projects. */
export interface WarehouseTableRepository {
  /** Tables that are not deleted, newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<WarehouseTable>>;
  findById(projectId: number, id: string): Promise<WarehouseTable | null>;
  /** All tables that are not deleted, by name. */
  listAll(projectId: number): Promise<readonly WarehouseTable[]>;
  /** Tables with these names that are not deleted. */
  findNamed(projectId: number, names: readonly string[]): Promise<readonly WarehouseTable[]>;
  /**
   * Creates a table whose first load is due; null if another table has the name.
   * @param id a new uuid, which is also the context of the encrypted credential
   * @param file the uploaded file, if there is one
   */
  create(
    by: ProjectAuthor,
    id: string,
    fields: WarehouseTableFields,
    file: Uint8Array | null,
  ): Promise<WarehouseTable | null>;
  /**
   * Changes the given fields; a change that affects the rows makes a load due. Null if there is no such table;
   * `taken` if another table has the name.
   */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<WarehouseTableFields>,
    options: { readonly load: boolean; readonly file?: Uint8Array },
  ): Promise<WarehouseTable | null | 'taken'>;
  /**
   * Deletes a table: its file and credential immediately, its rows in the background. False if there is no such
   * table.
   */
  remove(by: ProjectAuthor, id: string): Promise<boolean>;
}

const BY_NAME = 'warehouse_tables_by_name';

export function createWarehouseTableRepository({
  db,
  change,
}: ResourceDatabase): WarehouseTableRepository {
  return {
    list(projectId, page) {
      const matches = live(db, projectId);
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('number', 'desc');
      return readPage(matches, rows, page, toWarehouseTable);
    },

    findById: (projectId, id) => findTable(db, projectId, id),

    async listAll(projectId) {
      const rows = await live(db, projectId).selectAll().orderBy('name').execute();
      return rows.map(toWarehouseTable);
    },
    async findNamed(projectId, names) {
      if (names.length === 0) return [];
      const rows = await live(db, projectId)
        .selectAll()
        .where('name', 'in', [...names])
        .execute();
      return rows.map(toWarehouseTable);
    },

    create: (by, id, fields, file) =>
      change(WAREHOUSE_TABLE_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .insertInto('warehouse_tables')
          .values({
            id,
            project_id: by.projectId,
            name: fields.name,
            format: fields.format,
            source: fields.source,
            url_pattern: fields.urlPattern,
            options: JSON.stringify(fields.options),
            secrets: fields.secrets,
            secrets_at: fields.secretsAt,
            columns: JSON.stringify(fields.columns),
            created_by_id: by.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const fileId = file && (await saveFile(tx, row.number, file));
        const result = toWarehouseTable({ ...row, file_id: fileId });
        return { result, entries: [entry(null, result)] };
      }).catch(ifTaken(BY_NAME, null)),

    update: (by, id, fields, { load, file }) =>
      change<WarehouseTable, WarehouseTable | null>(
        WAREHOUSE_TABLE_HISTORY,
        by,
        async (tx, entry) => {
          const before = await findTable(tx, by.projectId, id);
          if (before === null) return { result: null, entries: [] };
          const row = await tx
            .updateTable('warehouse_tables')
            .set({
              // Sets the unchanged id, because a SET list must not be empty.
              id,
              ...WAREHOUSE_TABLE_FIELDS.toColumns(fields),
              ...(load && { revision: sql<number>`revision + 1`, last_error: null }),
            })
            .where('project_id', '=', by.projectId)
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow();
          const fileId = file === undefined ? row.file_id : await saveFile(tx, row.number, file);
          const result = toWarehouseTable({ ...row, file_id: fileId });
          const secret = before.secrets === result.secrets ? [] : ['credential'];
          const details = { secret, ...(load && { activity: 'refreshed' }) };
          return { result, entries: [entry(before, result, details)] };
        },
      ).catch(ifTaken(BY_NAME, 'taken' as const)),

    remove: (by, id) =>
      change(WAREHOUSE_TABLE_HISTORY, by, async (tx, entry) => {
        const before = await findTable(tx, by.projectId, id);
        if (before === null) return { result: false, entries: [] };
        const { number } = await tx
          .updateTable('warehouse_tables')
          .set({ deleted: true, secrets: null, version: null, load: null, file_id: null })
          .where('project_id', '=', by.projectId)
          .where('id', '=', id)
          .returning('number')
          .executeTakeFirstOrThrow();
        await removeFiles(tx, number);
        await tx
          .updateTable('warehouse_versions')
          .set({ retired_at: sql<Date>`now()` })
          .where('table_number', '=', number)
          .where('retired_at', 'is', null)
          .execute();
        return { result: true, entries: [entry(before, null)] };
      }),
  };
}

function live(db: Reader, projectId: number) {
  return db
    .selectFrom('warehouse_tables')
    .where('project_id', '=', projectId)
    .where('deleted', '=', false);
}

async function findTable(db: Reader, projectId: number, id: string) {
  const row = await live(db, projectId).selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toWarehouseTable(row);
}

/** Stores a new file of the table and returns its id. */
async function saveFile(tx: Writer, tableNumber: number, file: Uint8Array): Promise<string> {
  const fileId = await replaceFile(tx, tableNumber, file);
  await tx
    .updateTable('warehouse_tables')
    .set({ file_id: fileId })
    .where('number', '=', tableNumber)
    .execute();
  return fileId;
}
