import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from './database';
import type { Migration } from './migrations';
import { migrations as allMigrations } from './migrations';
import type { LedgerRow } from './migrations/plan-migrations';
import { checksumOf, planMigrations } from './migrations/plan-migrations';
import type { Schema } from './schema';

export interface AppliedMigration {
  readonly id: number;
  readonly name: string;
}

/** An arbitrary key, which all versions must share. */
const MIGRATION_LOCK = 7_405_190_001;

/**
 * Updates the schema and returns the migrations that were applied. Several processes may call it at the same time: an
 * advisory lock lets one of them work, and the others then find nothing to do. The ledger row is written before its
 * migration runs, so that an interrupted migration is found and run again.
 * @throws SchemaDriftError if the database was migrated by a different version
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = allMigrations,
): Promise<readonly AppliedMigration[]> {
  return database.db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      await createLedger(connection);
      const pending = planMigrations(migrations, await readLedger(connection));
      for (const migration of pending) await apply(connection, migration);
      return pending.map(({ id, name }) => ({ id, name }));
    } finally {
      await sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

async function createLedger(connection: Kysely<Schema>): Promise<void> {
  await sql`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      id integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      started_at timestamptz NOT NULL,
      finished_at timestamptz
    )`.execute(connection);
}

async function readLedger(connection: Kysely<Schema>): Promise<readonly LedgerRow[]> {
  const result = await sql<LedgerRow>`
    SELECT id, name, checksum, finished_at FROM schema_migrations ORDER BY id`.execute(connection);
  return result.rows;
}

async function apply(connection: Kysely<Schema>, migration: Migration): Promise<void> {
  const checksum = checksumOf(migration);
  await sql`
    INSERT INTO schema_migrations (id, name, checksum, started_at)
    VALUES (${migration.id}, ${migration.name}, ${checksum}, now())
    ON CONFLICT (id) DO UPDATE SET checksum = ${checksum}, started_at = now()`.execute(connection);
  await connection.transaction().execute(async (transaction) => {
    await sql.raw(migration.sql).execute(transaction);
    await sql`UPDATE schema_migrations SET finished_at = now() WHERE id = ${migration.id}`.execute(
      transaction,
    );
  });
}
