import { sql } from 'kysely';
import { STATIC_VERSION } from '../cohorts/static-members';
import type { Database } from '../database';
import type { HashKeys, PersonHashKeys } from '../feature-flags/flag-hash-keys';
import type { GroupReference, PersonProperties } from './person-reader';

type Properties = PersonProperties['properties'];

/** `PersonReader` and `FlagHashKeyStore.find` for many persons, with one statement per method. */
export interface ManyPersonsReader {
  /** By distinct id; unknown ids are missing. */
  findByDistinctIds(
    projectId: number,
    distinctIds: readonly string[],
  ): Promise<ReadonlyMap<string, PersonProperties>>;
  /**
   * The ids of the cohorts that contain each person as a stored member, by person id; persons in no cohort are
   * missing.
   */
  listCohorts(
    projectId: number,
    personIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly number[]>>;
  /** By distinct id; unknown ids are missing. */
  findHashKeys(
    projectId: number,
    distinctIds: readonly string[],
  ): Promise<ReadonlyMap<string, PersonHashKeys>>;
  /** By `groupName`; groups that were never identified are missing. */
  findGroupProperties(
    projectId: number,
    groups: readonly GroupReference[],
  ): Promise<ReadonlyMap<string, Properties>>;
}

/** The key of a group in the result of `findGroupProperties`. */
export function groupName({ groupTypeIndex, groupKey }: GroupReference): string {
  return `${groupTypeIndex}:${groupKey}`;
}

export function createManyPersonsReader({ db }: Database): ManyPersonsReader {
  return {
    async findByDistinctIds(projectId, distinctIds) {
      const { rows } = await sql<PersonProperties & { distinct_id: string }>`
        SELECT d.distinct_id, p.id, p.properties, p.version
        FROM person_distinct_ids d
        JOIN persons p ON p.project_id = d.project_id AND p.id = d.person_id
        WHERE d.project_id = ${projectId}
          AND d.distinct_id = ANY (${distinctIds.filter(storable)}::text[])`.execute(db);
      return new Map(rows.map(({ distinct_id, ...person }) => [distinct_id, person]));
    },

    async listCohorts(projectId, personIds) {
      const { rows } = await sql<{ person_id: string; ids: number[] }>`
        SELECT m.person_id, array_agg(m.cohort_id) AS ids
        FROM cohort_members m
        JOIN cohorts c ON c.id = m.cohort_id
        WHERE m.project_id = ${projectId}
          AND m.person_id = ANY (${personIds}::uuid[])
          AND NOT c.deleted
          AND m.version = CASE WHEN c.is_static THEN ${STATIC_VERSION} ELSE c.version END
        GROUP BY m.person_id`.execute(db);
      return new Map(rows.map(({ person_id, ids }) => [person_id, ids]));
    },

    async findHashKeys(projectId, distinctIds) {
      const { rows } = await sql<{
        distinct_id: string;
        person_id: string;
        hash_keys: HashKeys | null;
      }>`
        SELECT d.distinct_id, d.person_id,
          jsonb_object_agg(k.flag_key, k.hash_key) FILTER (WHERE k.flag_key IS NOT NULL) AS hash_keys
        FROM person_distinct_ids d
        LEFT JOIN flag_hash_keys k ON k.project_id = d.project_id AND k.person_id = d.person_id
        WHERE d.project_id = ${projectId}
          AND d.distinct_id = ANY (${distinctIds.filter(storable)}::text[])
        GROUP BY d.distinct_id, d.person_id`.execute(db);
      return new Map(
        rows.map(({ distinct_id, person_id, hash_keys }) => [
          distinct_id,
          { personId: person_id, hashKeys: hash_keys ?? {} },
        ]),
      );
    },

    async findGroupProperties(projectId, groups) {
      const known = groups.filter(({ groupKey }) => storable(groupKey));
      const { rows } = await sql<{ index: number; key: string; properties: Properties }>`
        SELECT g.group_type_index AS index, g.group_key AS key, g.properties
        FROM groups g
        JOIN unnest(
          ${known.map(({ groupTypeIndex }) => groupTypeIndex)}::int[],
          ${known.map(({ groupKey }) => groupKey)}::text[]
        ) AS asked (type_index, key)
          ON g.group_type_index = asked.type_index AND g.group_key = asked.key
        WHERE g.project_id = ${projectId}`.execute(db);
      return new Map(
        rows.map(({ index, key, properties }) => [
          groupName({ groupTypeIndex: index, groupKey: key }),
          properties,
        ]),
      );
    },
  };
}

/** Postgres rejects NUL in a text, even in a comparison; no stored key contains it. */
function storable(text: string): boolean {
  return !text.includes('\0');
}
