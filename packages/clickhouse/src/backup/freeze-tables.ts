import type { ClickHouse } from '../clickhouse';
import type { AppliedMigration } from '../migrate';

/**
 * These tables are frozen first, in this order. A squash writes overrides into the events before it removes them, so
 * overrides precede events. Sessions are computed from events, so events precede sessions: an event that is missing in
 * the backup and is sent again is added to its session again, without an effect.
 */
const FIRST = ['person_distinct_id_overrides', 'events'];

export interface FrozenTables {
  readonly engineVersion: string;
  readonly ledger: readonly AppliedMigration[];
  /** UUID of the database; its folder contains the definitions of the tables. */
  readonly databaseUuid: string;
  readonly tables: readonly { readonly name: string; readonly uuid: string }[];
}

/**
 * Stores the current parts of all tables as hard links below `shadow/<name>` of the engine's directory, which needs
 * almost no time and disk space. The caller removes the links.
 */
export async function freezeTables(clickhouse: ClickHouse, name: string): Promise<FrozenTables> {
  const facts = await clickhouse.query<[string, string]>({
    name: 'backup_facts',
    sql: `SELECT version(), toString(uuid) FROM system.databases WHERE name = currentDatabase()`,
  });
  const ledger = await clickhouse.query<[number, string]>({
    name: 'backup_ledger',
    sql: `SELECT id, any(name) FROM schema_migrations GROUP BY id ORDER BY id`,
  });
  const { rows } = await clickhouse.query<[string, string]>({
    name: 'backup_tables',
    sql: `SELECT name, toString(uuid) FROM system.tables
      WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
      ORDER BY indexOf({first:Array(String)}, name) = 0, indexOf({first:Array(String)}, name), name`,
    params: { first: FIRST },
  });
  for (const [table] of rows) {
    await clickhouse.command(`ALTER TABLE \`${table}\` FREEZE WITH NAME '${name}'`);
  }
  const [engineVersion = '', databaseUuid = ''] = facts.rows[0] ?? [];
  return {
    engineVersion,
    databaseUuid,
    ledger: ledger.rows.map(([id, migration]) => ({ id, name: migration })),
    tables: rows.map(([table, uuid]) => ({ name: table, uuid })),
  };
}
