import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Schema } from '../schema';

/** Tables with values of persons. The planner's statistics contain samples of them. */
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

/** Limits how long other statements wait behind this lock. */
const LOCK_TIMEOUT = '2s';
const INSUFFICIENT_PRIVILEGE = '42501';

export interface TableRewrite {
  /** Tables above the limit: deleted bytes remain in their freed space until it is reused. */
  readonly tooLarge: readonly string[];
  /** False if the role lacks the privilege: deleted data then remains in the write-ahead log until it is recycled. */
  readonly logEnded: boolean;
}

/**
 * Rewrites the tables with values of persons, so that they no longer contain deleted bytes; `VACUUM` alone frees the
 * space of deleted rows but does not clear it. Then ends the current file of the write-ahead log, so that a
 * checkpoint removes all older files.
 * @param maxBytes maximum size of a table with its indexes. Larger tables would be locked for long, so they are only
 *   vacuumed
 * @throws if a table could not be locked within two seconds (55P03); the caller tries again
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
      // The server skips it with a warning if the role does not own it.
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

/**
 * Removes the statistics of empty tables, because `ANALYZE` keeps their previous samples. Only a superuser may do
 * this.
 */
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
