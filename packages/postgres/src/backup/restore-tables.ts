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
 * The migrations that make the tables of a backup.
 *
 * @throws SchemaDriftError when the backup is of a newer build, or of one whose migrations differ.
 */
export function migrationsOf(ledger: readonly LedgerRow[]): readonly Migration[] {
  const pending = new Set(planMigrations(allMigrations, ledger));
  return allMigrations.filter((migration) => !pending.has(migration));
}

/**
 * Fills an empty database: tables as the backup's build made them, then their rows, all or none. A later
 * `migrate` brings them up to date.
 *
 * @returns rows by table.
 * @throws SchemaDriftError as `migrationsOf`.
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
  // Rows were consistent when they were read: neither triggers nor references have to look at them again.
  await client.query(`SET LOCAL session_replication_role = 'replica'`);
  // Migrations fill some tables.
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
