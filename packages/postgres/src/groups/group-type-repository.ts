import type { Selectable } from 'kysely';
import type { Database } from '../database';
import { defined } from '../defined';
import type { GroupTypeTable } from '../schema';

/** A type of group, as people see it. */
export interface NamedGroupType {
  readonly groupType: string;
  /** 0…4 */
  readonly groupTypeIndex: number;
  readonly nameSingular: string | null;
  readonly namePlural: string | null;
  readonly defaultColumns: readonly string[] | null;
  readonly createdAt: Date;
}

export type GroupTypeFields = Pick<
  NamedGroupType,
  'nameSingular' | 'namePlural' | 'defaultColumns'
>;

/** The types of a project's groups. Ingestion makes them, people name them. */
export interface GroupTypeRepository {
  /** By index. */
  list(projectId: number): Promise<readonly NamedGroupType[]>;
  /** Null when the project has no type of this index. */
  update(
    projectId: number,
    index: number,
    fields: Partial<GroupTypeFields>,
  ): Promise<NamedGroupType | null>;
  /** False when the project has no type of this index. Its groups stay, and its index is free again. */
  delete(projectId: number, index: number): Promise<boolean>;
}

export function createGroupTypeRepository({ db }: Database): GroupTypeRepository {
  return {
    async list(projectId) {
      const rows = await db
        .selectFrom('group_types')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('group_type_index')
        .execute();
      return rows.map(toGroupType);
    },

    async update(projectId, index, { nameSingular, namePlural, defaultColumns }) {
      const row = await db
        .updateTable('group_types')
        .set({
          // A SET list must not be empty.
          group_type_index: index,
          ...defined({
            name_singular: nameSingular,
            name_plural: namePlural,
            default_columns: defaultColumns && [...defaultColumns],
          }),
        })
        .where('project_id', '=', projectId)
        .where('group_type_index', '=', index)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toGroupType(row);
    },

    async delete(projectId, index) {
      const { numDeletedRows } = await db
        .deleteFrom('group_types')
        .where('project_id', '=', projectId)
        .where('group_type_index', '=', index)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function toGroupType(row: Selectable<GroupTypeTable>): NamedGroupType {
  return {
    groupType: row.group_type,
    groupTypeIndex: row.group_type_index,
    nameSingular: row.name_singular,
    namePlural: row.name_plural,
    defaultColumns: row.default_columns,
    createdAt: row.created_at,
  };
}
