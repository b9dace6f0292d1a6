import { createHash } from 'node:crypto';
import type { Migration } from './index';

/** A row of the ledger `schema_migrations`. */
export interface LedgerRow {
  readonly id: number;
  readonly name: string;
  readonly checksum: string;
  /** Null if the migration was started but not finished. */
  readonly finished_at: Date | null;
}

/** The ledger of the database does not fit the migrations of this version. */
export class SchemaDriftError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaDriftError';
  }
}

export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}

/**
 * The migrations to run, in order: those without a finished ledger row.
 * @throws SchemaDriftError if the ledger contains a migration that this version does not know, because a newer
 *   version has migrated the database, or one whose name or text differs
 */
export function planMigrations(
  known: readonly Migration[],
  ledger: readonly LedgerRow[],
): readonly Migration[] {
  const byId = new Map(known.map((migration) => [migration.id, migration]));
  for (const row of ledger) {
    const migration = byId.get(row.id);
    if (migration === undefined) {
      throw new SchemaDriftError(`Migration ${row.id} (${row.name}) is unknown to this build`);
    }
    if (migration.name !== row.name) {
      throw new SchemaDriftError(`Migration ${row.id} is ${row.name} in the database`);
    }
    if (row.finished_at !== null && row.checksum !== checksumOf(migration)) {
      throw new SchemaDriftError(`Migration ${row.id} (${row.name}) changed after it was applied`);
    }
  }
  const finished = new Set(ledger.filter((row) => row.finished_at !== null).map((row) => row.id));
  return known.filter((migration) => !finished.has(migration.id)).sort((a, b) => a.id - b.id);
}
