import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { Database } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import type { Trace } from './byte-search';
import { tracesIn } from './byte-search';

type Markers = readonly string[];

/** The names of all tables that contain rows, sorted. */
export async function clickHouseTables(clickhouse: ClickHouse): Promise<string[]> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'tables',
    sql: `SELECT name FROM system.tables
      WHERE database = currentDatabase() AND engine NOT LIKE '%View' ORDER BY name`,
  });
  return rows.map(([name]) => name);
}

/** Searches every column of every table of ClickHouse, read by the engine, which decompresses it. */
export async function searchClickHouse(clickhouse: ClickHouse, markers: Markers): Promise<Trace[]> {
  const { rows: columns } = await clickhouse.query<[string, string, string]>({
    name: 'columns',
    sql: `SELECT table, name, type FROM system.columns WHERE database = currentDatabase()
      AND table NOT IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%View')`,
  });
  const found: Trace[] = [];
  for (const [table, column, type] of columns) {
    const value = type.startsWith('AggregateFunction')
      ? `hex(\`${column}\`)`
      : `toString(\`${column}\`)`;
    const { rows } = await clickhouse.query<[string]>({
      name: 'values',
      sql: `SELECT DISTINCT ${value} FROM \`${table}\``,
    });
    const text = Buffer.from(JSON.stringify(rows));
    found.push(...tracesIn(`clickhouse ${table}.${column}`, text, markers));
  }
  const { rows: mutations } = await clickhouse.query({
    name: 'mutations',
    sql: 'SELECT command FROM system.mutations',
  });
  found.push(...tracesIn('clickhouse mutations', Buffer.from(JSON.stringify(mutations)), markers));
  return found;
}

/** Runs a statement without parameters and returns its rows. */
export async function postgresRows(
  { db }: Database,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const;
  const statement = { sql, parameters: [], query, queryId: { queryId: randomUUID() } };
  return (await db.executeQuery<Record<string, unknown>>(statement)).rows;
}

/** Searches every row of every table of Postgres, because Postgres compresses long values on disk. */
export async function searchPostgres(database: Database, markers: Markers): Promise<Trace[]> {
  const tables = await postgresRows(
    database,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = 'public' OR tablename = 'pg_statistic'`,
  );
  const found: Trace[] = [];
  for (const name of tables.map((row) => String(row['name']))) {
    const rows = await postgresRows(database, `SELECT t::text AS row FROM ${name} t`);
    found.push(...tracesIn(`postgres ${name}`, Buffer.from(JSON.stringify(rows)), markers));
  }
  return found;
}

/** Searches every key of Redis; compressed results are decompressed. */
export async function searchRedis(redis: Redis, markers: Markers): Promise<Trace[]> {
  const found: Trace[] = [];
  for (const key of await redis.keys('*')) {
    const value = await valueOf(redis, key);
    found.push(...tracesIn(`redis ${key}`, Buffer.concat([Buffer.from(key), value]), markers));
  }
  return found;
}

async function valueOf(redis: Redis, key: string): Promise<Buffer> {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  switch (await redis.type(key)) {
    case 'string': {
      const value = (await redis.getBuffer(key)) ?? Buffer.alloc(0);
      return Buffer.concat([value, inflated(value)]);
    }
    case 'hash':
      return json(await redis.hgetall(key));
    case 'list':
      return json(await redis.lrange(key, 0, -1));
    case 'set':
      return json(await redis.smembers(key));
    case 'zset':
      return json(await redis.zrange(key, '0', '-1'));
    case 'stream':
      return json(await redis.xrange(key, '-', '+'));
    default:
      return Buffer.alloc(0);
  }
}

/** Decompresses a value; empty if it is not compressed. */
function inflated(value: Buffer): Buffer {
  try {
    return inflateRawSync(value);
  } catch {
    return Buffer.alloc(0);
  }
}
