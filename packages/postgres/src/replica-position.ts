import { sql } from 'kysely';
import type { Database } from './database';

/** Up to where a primary has written its log. What is committed now lies before it. */
export async function writtenPosition({ db }: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    SELECT pg_current_wal_lsn()::text AS position`.execute(db);
  return rows[0]?.position ?? '0/0';
}

/** Whether a standby shows everything up to a position of its primary; null when it is no standby. */
export async function hasReplayed({ db }: Database, position: string): Promise<boolean | null> {
  const { rows } = await sql<{ replayed: boolean | null }>`
    SELECT CASE WHEN pg_is_in_recovery()
      THEN coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) END AS replayed`.execute(
    db,
  );
  return rows[0]?.replayed ?? null;
}
