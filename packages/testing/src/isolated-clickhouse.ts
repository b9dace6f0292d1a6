import { randomBytes } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse, migrate } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { sharedEngineUrls } from './shared-engines';

const logger = createLogger('test', 'warn');
/** The database with the schema and without rows of projects, which the databases of tests are copied from. */
const TEMPLATE = 'test_template';

/** Creates and migrates the template database; called once per run, before the first test file. */
export async function createClickHouseTemplate(url: string): Promise<void> {
  const clickhouse = await openNew(url, TEMPLATE);
  await migrate(clickhouse, { kind: 'single' });
  await clickhouse.close();
}

/** Creates a ClickHouse database on the shared server, with the schema and without rows, and returns its URL. */
export async function createIsolatedClickHouseUrl(): Promise<string> {
  const shared = sharedEngineUrls().clickhouse;
  const name = newName();
  const clickhouse = await openNew(shared, name);
  for (const statement of await statementsOfTemplate(clickhouse, name)) {
    await clickhouse.command(statement);
  }
  await clickhouse.close();
  return urlOf(shared, name);
}

/** Creates a ClickHouse database without a schema, for tests of migrations, and returns its URL. */
export async function createEmptyClickHouseUrl(): Promise<string> {
  const shared = sharedEngineUrls().clickhouse;
  const name = newName();
  await (await openNew(shared, name)).close();
  return urlOf(shared, name);
}

/** Creates a ClickHouse database with the schema and opens it. */
export async function createIsolatedClickHouse(): Promise<ClickHouse> {
  return createClickHouse({ url: await createIsolatedClickHouseUrl(), logger });
}

/**
 * The statements that create the template's tables in another database and copy its list of migrations. This takes a
 * tenth of the time of the migrations.
 */
async function statementsOfTemplate(clickhouse: ClickHouse, name: string): Promise<string[]> {
  const { rows } = await clickhouse.query<[statement: string]>({
    name: 'template',
    sql: `SELECT create_table_query FROM system.tables WHERE database = '${TEMPLATE}'
      ORDER BY engine = 'MaterializedView', name`,
  });
  const own = rows.map(([statement]) => statement.replaceAll(`${TEMPLATE}.`, `${name}.`));
  return [
    ...own,
    `INSERT INTO ${name}.schema_migrations SELECT * FROM ${TEMPLATE}.schema_migrations`,
  ];
}

async function openNew(url: string, name: string): Promise<ClickHouse> {
  const server = createClickHouse({ url, logger });
  await server.command(`CREATE DATABASE ${name}`);
  await server.close();
  return createClickHouse({ url: urlOf(url, name), logger });
}

function newName(): string {
  return `test_${randomBytes(6).toString('hex')}`;
}

function urlOf(shared: string, database: string): string {
  const url = new URL(shared);
  url.pathname = `/${database}`;
  return url.toString();
}
