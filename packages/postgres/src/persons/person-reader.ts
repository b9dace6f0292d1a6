import { sql } from 'kysely';
import { STATIC_VERSION } from '../cohorts/static-members';
import type { Database } from '../database';

type Properties = Readonly<Record<string, unknown>>;

export interface PersonProperties {
  /** The person's uuid. */
  readonly id: string;
  readonly properties: Properties;
  /** Grows with each change of the person. */
  readonly version: number;
}

export interface GroupType {
  readonly groupType: string;
  /** 0…4 */
  readonly groupTypeIndex: number;
}

export interface GroupReference {
  readonly groupTypeIndex: number;
  readonly groupKey: string;
}

/** Reads data of persons and groups for the evaluation of flags, when it is not in the cache. Does not write. */
export interface PersonReader {
  /** Null if the distinct id is unknown. */
  findByDistinctId(projectId: number, distinctId: string): Promise<PersonProperties | null>;
  /**
   * The ids of the cohorts that contain the person as a stored member: static ones, and those with behavioural
   * filters.
   */
  listCohorts(projectId: number, personId: string): Promise<readonly number[]>;
  /** Null if the group was never identified. */
  findGroupProperties(projectId: number, group: GroupReference): Promise<Properties | null>;
  /** The project's group types, by index. */
  listGroupTypes(projectId: number): Promise<readonly GroupType[]>;
}

export function createPersonReader({ db }: Database): PersonReader {
  return {
    async findByDistinctId(projectId, distinctId) {
      if (!storable(distinctId)) return null;
      const row = await db
        .selectFrom('person_distinct_ids')
        .innerJoin('persons', (join) =>
          join
            .onRef('persons.project_id', '=', 'person_distinct_ids.project_id')
            .onRef('persons.id', '=', 'person_distinct_ids.person_id'),
        )
        .select(['persons.id', 'persons.properties', 'persons.version'])
        .where('person_distinct_ids.project_id', '=', projectId)
        .where('person_distinct_ids.distinct_id', '=', distinctId)
        .executeTakeFirst();
      return row ?? null;
    },

    async listCohorts(projectId, personId) {
      const rows = await db
        .selectFrom('cohort_members')
        .innerJoin('cohorts', 'cohorts.id', 'cohort_members.cohort_id')
        .select('cohort_members.cohort_id')
        .where('cohort_members.project_id', '=', projectId)
        .where('cohort_members.person_id', '=', personId)
        .where('cohorts.deleted', '=', false)
        .where(
          sql<boolean>`cohort_members.version =
            CASE WHEN cohorts.is_static THEN ${STATIC_VERSION} ELSE cohorts.version END`,
        )
        .execute();
      return rows.map((row) => row.cohort_id);
    },

    async findGroupProperties(projectId, { groupTypeIndex, groupKey }) {
      if (!storable(groupKey)) return null;
      const row = await db
        .selectFrom('groups')
        .select('properties')
        .where('project_id', '=', projectId)
        .where('group_type_index', '=', groupTypeIndex)
        .where('group_key', '=', groupKey)
        .executeTakeFirst();
      return row?.properties ?? null;
    },

    async listGroupTypes(projectId) {
      const rows = await db
        .selectFrom('group_types')
        .select(['group_type', 'group_type_index'])
        .where('project_id', '=', projectId)
        .orderBy('group_type_index')
        .execute();
      return rows.map((row) => ({
        groupType: row.group_type,
        groupTypeIndex: row.group_type_index,
      }));
    },
  };
}

/** Postgres rejects NUL in a text, even in a comparison; no stored key contains it. */
function storable(text: string): boolean {
  return !text.includes('\0');
}
