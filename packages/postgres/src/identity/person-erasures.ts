import { sql } from 'kysely';
import type { Database } from '../database';

/** Data of a deleted person that is still to be removed from the stores. */
export interface PersonErasure {
  readonly id: number;
  readonly projectId: number;
  readonly personId: string;
  /** The version of the person's tombstone, older rows than which are erased. 0 keeps the person itself. */
  readonly version: number;
  /** All that the person had when it was deleted. */
  readonly distinctIds: readonly string[];
  /** The version under which each of these ids lost its person; empty when the person stays. */
  readonly distinctIdVersions: readonly number[];
  readonly withEvents: boolean;
  readonly withRecordings: boolean;
  /** Texts beside the ids by which a query may name the person. */
  readonly names: readonly string[];
  /** Events that were captured later belong to a new person. */
  readonly requestedAt: Date;
  /** It was removed once; this time is for what was on its way then. */
  readonly isSecond: boolean;
}

export interface PersonErasures {
  /** The oldest ones that were never worked off, or before `settledBefore` for the first time. */
  listDue(settledBefore: Date, limit: number): Promise<readonly PersonErasure[]>;
  /**
   * The first time they wait for the second; then they are forgotten, and so are their distinct ids.
   *
   * @param usedIds distinct ids of these persons that events still carry: they stay
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
        // An id that a new person uses is not free, and one that was freed again has an erasure of its own.
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
