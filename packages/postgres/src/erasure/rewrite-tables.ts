import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Schema } from '../schema';

/** Tables that hold values of persons. The planner's statistics hold samples of them. */
const TABLES = [
  'persons',
  'person_distinct_ids',
  'personless_distinct_ids',
  'flag_hash_keys',
  'cohort_members',
  'identity_outbox',
  'person_erasures',
  'deliveries',
  'delivery_attempts',
  'import_ids',
] as const;

/** Whoever waits behind us waits no longer than this. */
const LOCK_TIMEOUT = '2s';
const INSUFFICIENT_PRIVILEGE = '42501';

export interface TableRewrite {
  /** Tables above the limit: their freed space keeps its bytes until it is used again. */
  readonly tooLarge: readonly string[];
  /** False when the server does not let us: its write-ahead log keeps what was deleted until it is recycled. */
  readonly logEnded: boolean;
}

/**
 * Writes the tables that hold values of persons anew, without what was deleted from them: `VACUUM` alone frees the
 * space of deleted rows and leaves their bytes in it. Then ends the current file of the write-ahead log, so that a
 * checkpoint removes all that was written before.
 *
 * @param maxBytes of one table with its indexes: larger ones would be locked for long, so they are only vacuumed
 * @throws when a table could not be locked within two seconds (55P03): to be tried again
 */
export function rewriteErasedTables(database: Database, maxBytes: number): Promise<TableRewrite> {
  return database.db.connection().execute(async (connection) => {
    await sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, false)`.execute(connection);
    try {
      await dropStatistics(connection);
      const sizes = await sizesOf(connection);
      const tooLarge: string[] = [];
      for (const table of TABLES) {
        const fits = (sizes.get(table) ?? 0) <= maxBytes;
        if (!fits) tooLarge.push(table);
        const options = sql.raw(fits ? '(FULL, ANALYZE)' : '(ANALYZE)');
        await sql`VACUUM ${options} ${sql.id(table)}`.execute(connection);
      }
      // Skipped by the server, with a warning, for whoever does not own it.
      await sql`VACUUM (FULL) pg_catalog.pg_statistic`.execute(connection);
      return { tooLarge, logEnded: await endLog(connection) };
    } finally {
      await sql`SELECT set_config('lock_timeout', '0', false)`.execute(connection);
    }
  });
}

async function sizesOf(connection: Kysely<Schema>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    SELECT name, pg_total_relation_size(name::regclass) AS bytes
    FROM unnest(${[...TABLES]}::text[]) AS name`.execute(connection);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** `ANALYZE` of a table that has become empty keeps its previous samples. Only a superuser may remove them. */
async function dropStatistics(connection: Kysely<Schema>): Promise<void> {
  try {
    await sql`
      DELETE FROM pg_catalog.pg_statistic
      WHERE starelid IN (SELECT name::regclass FROM unnest(${[...TABLES]}::text[]) AS name)`.execute(
      connection,
    );
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  }
}

async function endLog(connection: Kysely<Schema>): Promise<boolean> {
  try {
    await sql`SELECT pg_switch_wal()`.execute(connection);
    await sql`CHECKPOINT`.execute(connection);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}
