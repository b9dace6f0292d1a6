import type { ClickHouse } from './clickhouse';
import { migrations as allMigrations } from './migrations';
import type { Migration, TableDefinition, Topology } from './migrations/topology';
import { createTable } from './migrations/topology';

export interface AppliedMigration {
  readonly id: number;
  readonly name: string;
}

/** One row when a migration starts and one when it has finished. */
const LEDGER: TableDefinition = {
  name: 'schema_migrations',
  columns: `
    id UInt32,
    name String,
    state Enum8('started' = 1, 'finished' = 2),
    at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')`,
  engine: { family: 'MergeTree', args: [] },
  layout: 'ORDER BY (id, at)',
  shardBy: null,
};

/**
 * Migrates the schema and returns the applied migrations. A row in the ledger is written before each migration, so
 * that an interrupted one is found and run again. Every statement is idempotent, so two processes may migrate at the
 * same time.
 *
 * @throws if the ledger contains an unknown migration, which a newer build has applied.
 */
export async function migrate(
  clickhouse: ClickHouse,
  topology: Topology,
  migrations: readonly Migration[] = allMigrations,
): Promise<readonly AppliedMigration[]> {
  for (const statement of createTable(LEDGER, topology)) await clickhouse.command(statement);
  const { rows } = await clickhouse.query<[id: number, name: string, finished: number]>({
    name: 'schema_migrations',
    sql: `SELECT id, any(name), max(state = 'finished') FROM schema_migrations GROUP BY id`,
  });
  checkLedger(
    rows.map(([id, name]) => ({ id, name })),
    migrations,
  );
  const finished = new Set(rows.filter((row) => row[2] === 1).map(([id]) => id));
  const pending = migrations.filter(({ id }) => !finished.has(id)).sort((a, b) => a.id - b.id);
  for (const migration of pending) {
    const { id, name } = migration;
    await clickhouse.insertJsonEachRow('schema_migrations', [{ id, name, state: 'started' }]);
    for (const statement of migration.statements(topology)) await clickhouse.command(statement);
    await clickhouse.insertJsonEachRow('schema_migrations', [{ id, name, state: 'finished' }]);
  }
  return pending.map(({ id, name }) => ({ id, name }));
}

/** @throws if an unknown migration was applied, by a newer build. */
export function checkLedger(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[] = allMigrations,
): void {
  const known = new Map(migrations.map((migration) => [migration.id, migration.name]));
  for (const { id, name } of applied) {
    if (known.get(id) !== name) {
      throw new Error(`ClickHouse migration ${id} (${name}) is unknown to this build`);
    }
  }
}
