import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '@tidemark/platform';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createDatabase } from '../database';
import { migrate } from '../migrate';
import type { Migration } from '../migrations';
import { migrations as allMigrations } from '../migrations';
import type { LedgerRow } from '../migrations/plan-migrations';
import { planMigrations } from '../migrations/plan-migrations';
import { tableNames } from './describe';
import type { PostgresDescription, StoredTable } from './description';
import { columnList, LEDGER_TABLE, quoted } from './description';

/**
 * The migrations that create the tables of a backup.
 * @throws SchemaDriftError if the backup is from a newer version, or from one with different migrations
 */
export function migrationsOf(ledger: readonly LedgerRow[]): readonly Migration[] {
  const pending = new Set(planMigrations(allMigrations, ledger));
  return allMigrations.filter((migration) => !pending.has(migration));
}

/**
 * Restores into an empty database: creates the tables with the migrations of the backup, then inserts all rows in one
 * transaction. A later `migrate` updates the tables.
 * @returns the number of rows by table
 * @throws SchemaDriftError like `migrationsOf`
 */
export async function restoreTables(
  url: string,
  backup: Pick<PostgresDescription, 'ledger' | 'tables' | 'sequences'>,
  rowsOf: (table: StoredTable) => Readable,
  logger: Logger,
): Promise<Readonly<Record<string, number>>> {
  const database = createDatabase(url, { poolSize: 1, logger });
  try {
    await migrate(database, migrationsOf(backup.ledger));
  } finally {
    await database.close();
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await fill(client, backup, rowsOf);
  } finally {
    await client.end();
  }
}

async function fill(
  client: Client,
  { tables, sequences }: Pick<PostgresDescription, 'tables' | 'sequences'>,
  rowsOf: (table: StoredTable) => Readable,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  await client.query('BEGIN');
  // The rows are known to be consistent, so triggers and foreign keys are not checked again.
  await client.query(`SET LOCAL session_replication_role = 'replica'`);
  // Migrations insert rows into some tables, which are removed first.
  const made = (await tableNames(client)).filter((name) => name !== LEDGER_TABLE);
  await client.query(`TRUNCATE ${made.map(quoted).join(', ')}`);
  for (const table of tables) {
    const sink = client.query(
      copyFrom(`COPY ${quoted(table.name)} (${columnList(table)}) FROM STDIN`),
    );
    await pipeline(rowsOf(table), sink);
    counts[table.name] = sink.rowCount;
  }
  for (const { name, lastValue } of sequences) {
    if (lastValue === null) continue;
    await client.query('SELECT setval($1::regclass, $2::bigint)', [quoted(name), lastValue]);
  }
  await client.query('COMMIT');
  return counts;
}
