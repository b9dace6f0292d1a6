import type { Selectable } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { GroupTypeTable } from '../schema';
import type { NamedGroupType } from './group-type-history';
import { GROUP_TYPE_HISTORY } from './group-type-history';

export type GroupTypeFields = Pick<
  NamedGroupType,
  'nameSingular' | 'namePlural' | 'defaultColumns'
>;

/** The group types of projects. Ingestion creates them; users edit their display names. */
export interface GroupTypeRepository {
  /** The group types, sorted by index. */
  list(projectId: number): Promise<readonly NamedGroupType[]>;
  /** Makes all changes or none: null if one of the indexes has no group type. */
  update(
    by: ProjectAuthor,
    changes: readonly GroupTypeChange[],
  ): Promise<readonly NamedGroupType[] | null>;
  /**
   * Deletes a group type. Its groups are kept, and its index can be used again. False if there is none with this
   * index.
   */
  delete(by: ProjectAuthor, index: number): Promise<boolean>;
}

interface GroupTypeChange {
  readonly index: number;
  readonly fields: Partial<GroupTypeFields>;
}

export function createGroupTypeRepository({ db, change }: ResourceDatabase): GroupTypeRepository {
  return {
    list: (projectId) => listTypes(db, projectId),

    update: (by, changes) =>
      change(GROUP_TYPE_HISTORY, by, async (tx, entry) => {
        const known = new Map(
          (await listTypes(tx, by.projectId)).map((type) => [type.groupTypeIndex, type]),
        );
        if (changes.some(({ index }) => !known.has(index))) return { result: null, entries: [] };
        const result: NamedGroupType[] = [];
        const entries = [];
        for (const { index, fields } of changes) {
          const row = await tx
            .updateTable('group_types')
            .set({ ...columnsOf(fields), group_type_index: index })
            .where('project_id', '=', by.projectId)
            .where('group_type_index', '=', index)
            .returningAll()
            .executeTakeFirstOrThrow();
          const after = toGroupType(row);
          entries.push(entry(identified(known.get(index)), identified(after)));
          result.push(after);
        }
        return { result, entries };
      }),

    delete: (by, index) =>
      change(GROUP_TYPE_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .deleteFrom('group_types')
          .where('project_id', '=', by.projectId)
          .where('group_type_index', '=', index)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: false, entries: [] };
        return { result: true, entries: [entry(identified(toGroupType(row)), null)] };
      }),
  };
}

async function listTypes(db: Reader, projectId: number): Promise<readonly NamedGroupType[]> {
  const rows = await db
    .selectFrom('group_types')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('group_type_index')
    .execute();
  return rows.map(toGroupType);
}

/** A group type with its index as id, for the activity log. */
function identified(type: NamedGroupType | undefined) {
  return type === undefined ? null : { ...type, id: type.groupTypeIndex };
}

function columnsOf({ nameSingular, namePlural, defaultColumns }: Partial<GroupTypeFields>) {
  return defined({
    name_singular: nameSingular,
    name_plural: namePlural,
    default_columns: defaultColumns && [...defaultColumns],
  });
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
