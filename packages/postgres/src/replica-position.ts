import { sql } from 'kysely';
import type { Database } from './database';

/** The current position in the write-ahead log of a primary; everything committed so far is before it. */
export async function writtenPosition({ db }: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    SELECT pg_current_wal_lsn()::text AS position`.execute(db);
  return rows[0]?.position ?? '0/0';
}

/** Whether a standby has replayed the log of its primary up to a position; null if the server is not a standby. */
export async function hasReplayed({ db }: Database, position: string): Promise<boolean | null> {
  const { rows } = await sql<{ replayed: boolean | null }>`
    SELECT CASE WHEN pg_is_in_recovery()
      THEN coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) END AS replayed`.execute(
    db,
  );
  return rows[0]?.replayed ?? null;
}
