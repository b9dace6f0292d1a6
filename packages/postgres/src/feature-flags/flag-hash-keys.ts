import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database } from '../database';

/** Hash keys by flag key. */
export type HashKeys = Readonly<Record<string, string>>;

export interface PersonHashKeys {
  /** The person of the distinct id; null if there is none. */
  readonly personId: string | null;
  readonly hashKeys: HashKeys;
}

/**
 * The texts that flags with experience continuity hash for a person instead of the distinct id
 * (`docs/wire/flags-evaluation.md#hash-key-rows`). A stored key never changes; a merge moves it to the remaining
 * person.
 */
export interface FlagHashKeyStore {
  /** The hash keys of the person of a distinct id. */
  find(projectId: number, distinctId: string): Promise<PersonHashKeys>;
  /**
   * Stores the anonymous id as hash key for the persons of both ids, for each flag without one, and returns the
   * stored keys; those of the person of `distinctId` have precedence. Stores nothing if there is no person.
   */
  keep(
    projectId: number,
    ids: { readonly distinctId: string; readonly anonDistinctId: string },
    flagKeys: readonly string[],
  ): Promise<PersonHashKeys>;
}

interface Row {
  readonly person_id: string;
  readonly is_first: boolean;
  readonly flag_key: string | null;
  readonly hash_key: string | null;
}

const FOREIGN_KEY_VIOLATION = '23503';
const LONGEST = 400;

export function createFlagHashKeyStore({ db }: Database): FlagHashKeyStore {
  /** One row per person and key; a person without keys has one row with nulls. */
  const read = async (projectId: number, distinctIds: readonly string[]): Promise<Row[]> => {
    const known = distinctIds.filter(storable);
    if (known.length === 0) return [];
    const first = known[0] === distinctIds[0] ? known[0] : '';
    const { rows } = await sql<Row>`
      SELECT p.person_id, p.is_first, k.flag_key, k.hash_key
      FROM (
        SELECT person_id, bool_or(distinct_id = ${first}) AS is_first
        FROM person_distinct_ids
        WHERE project_id = ${projectId} AND distinct_id = ANY (${known})
        GROUP BY person_id
      ) p
      LEFT JOIN flag_hash_keys k ON k.project_id = ${projectId} AND k.person_id = p.person_id
      ORDER BY p.is_first`.execute(db);
    return rows;
  };

  const insert = async (
    projectId: number,
    personIds: readonly string[],
    flagKeys: readonly string[],
    hashKey: string,
  ): Promise<void> => {
    await sql`
      INSERT INTO flag_hash_keys (project_id, person_id, flag_key, hash_key)
      SELECT ${projectId}, person_id, flag_key, ${hashKey}
      FROM unnest(${personIds}::uuid[]) AS p (person_id), unnest(${flagKeys}::text[]) AS f (flag_key)
      ON CONFLICT DO NOTHING`.execute(db);
  };

  return {
    find: async (projectId, distinctId) => merged(await read(projectId, [distinctId])),
    keep: async (projectId, { distinctId, anonDistinctId }, flagKeys) => {
      const ids = [distinctId, anonDistinctId];
      const rows = await read(projectId, ids);
      const persons = new Set(rows.map((row) => row.person_id));
      const complete = [...persons].every((person) => {
        const own = rows.filter((row) => row.person_id === person);
        const has = new Set(own.map((row) => row.flag_key));
        return flagKeys.every((key) => has.has(key));
      });
      if (complete || !storable(anonDistinctId)) return merged(rows);
      try {
        await insert(projectId, [...persons], flagKeys, anonDistinctId);
      } catch (error) {
        if (!isForeignKeyViolation(error)) throw error;
        // A merge has just deleted one of the persons; their ids now belong to another one.
        const again = new Set((await read(projectId, ids)).map((row) => row.person_id));
        await insert(projectId, [...again], flagKeys, anonDistinctId);
      }
      return merged(await read(projectId, ids));
    },
  };
}

/** Later rows have precedence: those of the first id's person are last. */
function merged(rows: readonly Row[]): PersonHashKeys {
  return {
    personId: rows.find((row) => row.is_first)?.person_id ?? null,
    hashKeys: Object.fromEntries(
      rows.flatMap(({ flag_key: flagKey, hash_key: hashKey }) =>
        flagKey === null || hashKey === null ? [] : [[flagKey, hashKey]],
      ),
    ),
  };
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
}

/** Postgres cannot store NUL in a text, and no stored id is longer than this. */
function storable(id: string): boolean {
  return id !== '' && id.length <= LONGEST && !id.includes('\0');
}
