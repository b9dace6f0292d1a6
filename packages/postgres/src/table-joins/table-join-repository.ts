import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import { isUniqueViolation } from '../unique-violation';
import type { StoredTableJoin, TableJoinFields } from './table-join';
import { toTableJoin } from './table-join';

/** Every call names the project: a join of another one is not found. */
export interface TableJoinRepository {
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<StoredTableJoin>>;
  /** Oldest first. */
  listAll(projectId: number): Promise<readonly StoredTableJoin[]>;
  findById(projectId: number, id: string): Promise<StoredTableJoin | null>;
  /** Null when the source table has a join of that name. */
  create(
    projectId: number,
    fields: TableJoinFields & { readonly createdById: number | null },
  ): Promise<StoredTableJoin | null>;
  /** `gone` when there is no such join, `taken` when another one has the name. */
  update(
    projectId: number,
    id: string,
    fields: TableJoinFields,
  ): Promise<StoredTableJoin | 'gone' | 'taken'>;
  /** False when there is no such join. */
  delete(projectId: number, id: string): Promise<boolean>;
}

const NAME_INDEX = 'table_joins_name';

export function createTableJoinRepository({ db }: Database): TableJoinRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('table_joins').selectAll().where('project_id', '=', projectId);

  return {
    async list(projectId, { limit, offset }) {
      const { count } = await db
        .selectFrom('table_joins')
        .where('project_id', '=', projectId)
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const rows = await ofProject(projectId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .$if(limit !== null, (query) => query.limit(limit))
        .execute();
      return { count, rows: rows.map(toTableJoin) };
    },

    async listAll(projectId) {
      const rows = await ofProject(projectId).orderBy('created_at').orderBy('id').execute();
      return rows.map(toTableJoin);
    },

    async findById(projectId, id) {
      const row = await ofProject(projectId).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toTableJoin(row);
    },

    async create(projectId, { createdById, ...fields }) {
      try {
        const row = await db
          .insertInto('table_joins')
          .values({ project_id: projectId, created_by_id: createdById, ...columnsOf(fields) })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toTableJoin(row);
      } catch (error) {
        if (isUniqueViolation(error, NAME_INDEX)) return null;
        throw error;
      }
    },

    async update(projectId, id, fields) {
      try {
        const row = await db
          .updateTable('table_joins')
          .set(columnsOf(fields))
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        return row === undefined ? 'gone' : toTableJoin(row);
      } catch (error) {
        if (isUniqueViolation(error, NAME_INDEX)) return 'taken';
        throw error;
      }
    },

    async delete(projectId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('table_joins')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function columnsOf(fields: TableJoinFields) {
  return {
    source_table_name: fields.sourceTable,
    source_table_key: fields.sourceKey,
    joining_table_name: fields.joiningTable,
    joining_table_key: fields.joiningKey,
    field_name: fields.fieldName,
    configuration: fields.configuration === null ? null : JSON.stringify(fields.configuration),
  };
}
