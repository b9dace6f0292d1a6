import { sql } from 'kysely';
import type { Database } from '../database';

/** Data of a deleted person that is still to be removed from ClickHouse. */
export interface PersonErasure {
  readonly id: number;
  readonly projectId: number;
  readonly personId: string;
  /** Of the person's tombstone: older rows go. 0: the person itself stays. */
  readonly version: number;
  /** All that the person had when it was deleted. */
  readonly distinctIds: readonly string[];
  readonly withEvents: boolean;
  readonly withRecordings: boolean;
  /** What was captured later belongs to somebody new. */
  readonly requestedAt: Date;
  /** It was removed once; this time is for what was on its way then. */
  readonly isSecond: boolean;
}

export interface PersonErasures {
  /** The oldest ones that were never worked off, or before `settledBefore` for the first time. */
  listDue(settledBefore: Date, limit: number): Promise<readonly PersonErasure[]>;
  /** The first time they wait for the second; then they are forgotten. */
  complete(erasures: readonly PersonErasure[]): Promise<void>;
}

export function createPersonErasures({ db }: Database): PersonErasures {
  return {
    async listDue(settledBefore, limit) {
      const { rows } = await sql<PersonErasure>`
        SELECT id, project_id AS "projectId", person_id AS "personId", version,
               distinct_ids AS "distinctIds", with_events AS "withEvents",
               with_recordings AS "withRecordings", requested_at AS "requestedAt",
               erased_at IS NOT NULL AS "isSecond"
        FROM person_erasures WHERE erased_at IS NULL OR erased_at < ${settledBefore}
        ORDER BY id LIMIT ${limit}`.execute(db);
      return rows;
    },
    async complete(erasures) {
      const ids = (isSecond: boolean) =>
        erasures.filter((erasure) => erasure.isSecond === isSecond).map(({ id }) => id);
      await sql`DELETE FROM person_erasures WHERE id = ANY (${ids(true)}::bigint[])`.execute(db);
      await sql`UPDATE person_erasures SET erased_at = now()
        WHERE id = ANY (${ids(false)}::bigint[])`.execute(db);
    },
  };
}
