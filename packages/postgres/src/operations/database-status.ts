import { sql } from 'kysely';
import type { Database } from '../database';

/** The status that the database server reports. */
export interface DatabaseStatus {
  readonly version: string;
  readonly storedBytes: number;
}

export async function readDatabaseStatus({ db }: Pick<Database, 'db'>): Promise<DatabaseStatus> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::float8 AS bytes`.execute(db);
  return { version: rows[0]?.version ?? 'unknown', storedBytes: rows[0]?.bytes ?? 0 };
}
