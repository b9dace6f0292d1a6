import { sql } from 'kysely';
import type { Database } from '../database';

/** Data of a deleted person that must still be removed from the stores. */
export interface PersonErasure {
  readonly id: number;
  readonly projectId: number;
  readonly personId: string;
  /** The version of the person's tombstone; rows with lower versions are erased. 0: the person itself is kept. */
  readonly version: number;
  /** All distinct ids of the person at the time of deletion. */
  readonly distinctIds: readonly string[];
  /** The version with which each of these ids lost its person; empty if the person is kept. */
  readonly distinctIdVersions: readonly number[];
  readonly withEvents: boolean;
  readonly withRecordings: boolean;
  /** Texts other than the ids by which a query may identify the person. */
  readonly names: readonly string[];
  /** Events that were captured after this time belong to a new person. */
  readonly requestedAt: Date;
  /** True: the data was already removed once, and is removed again in case some of it was being processed then. */
  readonly isSecond: boolean;
}

export interface PersonErasures {
  /** The oldest erasures that were never done, or were done for the first time before `settledBefore`. */
  listDue(settledBefore: Date, limit: number): Promise<readonly PersonErasure[]>;
  /**
   * Records that erasures are done: after the first time they wait for the second; after the second they are deleted
   * with their distinct ids.
   * @param usedIds distinct ids of these persons that events still contain; these are kept
   */
  complete(erasures: readonly PersonErasure[], usedIds: ReadonlySet<string>): Promise<void>;
}

export function createPersonErasures({ db }: Database): PersonErasures {
  return {
    async listDue(settledBefore, limit) {
      const { rows } = await sql<PersonErasure>`
        SELECT id, project_id AS "projectId", person_id AS "personId", version,
               distinct_ids AS "distinctIds", distinct_id_versions AS "distinctIdVersions",
               with_events AS "withEvents", with_recordings AS "withRecordings", names,
               requested_at AS "requestedAt", erased_at IS NOT NULL AS "isSecond"
        FROM person_erasures WHERE erased_at IS NULL OR erased_at < ${settledBefore}
        ORDER BY id LIMIT ${limit}`.execute(db);
      return rows;
    },
    async complete(erasures, usedIds) {
      const ids = (isSecond: boolean) =>
        erasures.filter((erasure) => erasure.isSecond === isSecond).map(({ id }) => id);
      await db.transaction().execute(async (tx) => {
        // Ids that belong to a new person are kept, and so are ids that lost their person again, which have another
        // erasure.
        await sql`
          DELETE FROM personless_distinct_ids p USING (
            SELECT e.project_id, i.distinct_id, (v.version)::bigint AS version
            FROM person_erasures e,
              jsonb_array_elements_text(e.distinct_ids) WITH ORDINALITY i (distinct_id, place)
              JOIN jsonb_array_elements_text(e.distinct_id_versions)
                WITH ORDINALITY v (version, place) USING (place)
            WHERE e.id = ANY (${ids(true)}::bigint[])
          ) freed
          WHERE p.project_id = freed.project_id AND p.distinct_id = freed.distinct_id
            AND p.last_version <= freed.version
            AND NOT p.distinct_id = ANY (${[...usedIds]}::text[])
            AND NOT EXISTS (SELECT 1 FROM person_distinct_ids d
              WHERE d.project_id = p.project_id AND d.distinct_id = p.distinct_id)`.execute(tx);
        await sql`DELETE FROM person_erasures WHERE id = ANY (${ids(true)}::bigint[])`.execute(tx);
        await sql`UPDATE person_erasures SET erased_at = now()
          WHERE id = ANY (${ids(false)}::bigint[])`.execute(tx);
      });
    },
  };
}
