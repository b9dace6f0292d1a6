import { randomBytes, randomUUID } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import { sharedEngineUrls } from '@tidemark/testing';
import type { ClickHouse } from '..';
import { TENANT_TABLES } from '../tenant/tenant-tables';
import {
  countNotedEvents,
  createClickHouse,
  deleteEvents,
  findStoredEvents,
  forgetNotedEvents,
  listNotedEvents,
  listNotedSessions,
  noteDeletedEvents,
  removeTenant,
  repairSessions,
  restoreSessions,
} from '..';
import { migrations } from '.';

const statementsOf = (cluster: string): string[] =>
  migrations.flatMap((migration) => migration.statements({ kind: 'cluster', cluster }));

/**
 * Converts a statement for a cluster to one that a single node without Keeper can run: without ON CLUSTER and without
 * replication. Distributed tables are unchanged.
 */
function onThisNode(statement: string): string {
  return statement
    .replace(/ ON CLUSTER '\w+'/, '')
    .replace(/ENGINE = Replicated(\w+)\('[^']*', '[^']*'(?:, )?/, 'ENGINE = $1(');
}

/** Three events: two of one person and one of another. */
const EVENTS = ['a', 'a', 'b'].map((distinctId) => ({
  uuid: randomUUID(),
  event: 'walk',
  timestamp: '2026-01-02 12:00:00',
  team_id: 1,
  distinct_id: distinctId,
  created_at: '2026-01-02 12:00:00',
  person_id: '01900000-0000-7000-8000-00000000000a',
  person_created_at: '2026-01-02 12:00:00',
  properties_text: { page: { number: 3 } },
  person_properties: {},
  $session_id: '01900000-0000-7000-8000-00000000000c',
}));

describe('the clustered form of the schema', () => {
  const url = new URL(sharedEngineUrls().clickhouse);
  const logger = createLogger('test', 'silent');
  const open: ClickHouse[] = [];
  afterAll(() => Promise.all(open.map((one) => one.close())));

  const create = async (cluster: string): Promise<ClickHouse> => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const server = createClickHouse({ url: url.toString(), logger });
    await server.command(`CREATE DATABASE ${name}`);
    url.pathname = `/${name}`;
    const clickhouse = createClickHouse({ url: url.toString(), logger });
    open.push(server, clickhouse);
    for (const statement of statementsOf(cluster)) await clickhouse.command(onThisNode(statement));
    return clickhouse;
  };
  const rowsOf = async (clickhouse: ClickHouse, sql: string): Promise<unknown[][]> =>
    (await clickhouse.query<unknown[]>({ name: 'test', sql })).rows;
  const insert = (clickhouse: ClickHouse, token: string): Promise<void> =>
    clickhouse.insertJsonEachRow('events', EVENTS, { token });

  it('has only statements that the parser of the engine accepts', async () => {
    const server = createClickHouse({ url: sharedEngineUrls().clickhouse, logger });
    open.push(server);
    for (const statement of statementsOf('main')) {
      const { rows } = await server.query<[string]>({
        name: 'format',
        sql: 'SELECT formatQuerySingleLine({statement:String})',
        params: { statement },
      });
      expect(rows[0]?.[0]).toMatch(/^(CREATE|ALTER|INSERT) /);
    }
  });

  describe('with one shard', () => {
    let clickhouse: ClickHouse;
    beforeAll(async () => {
      clickhouse = await create('loopback');
      // The migration of a single node sets this; replicated tables store tokens by default.
      await clickhouse.command(
        'ALTER TABLE events_local MODIFY SETTING non_replicated_deduplication_window = 100',
      );
    }, 60_000);

    it('stores inserts into Distributed tables, each token once', async () => {
      await insert(clickhouse, 'range 1');
      await insert(clickhouse, 'range 1');
      expect(await rowsOf(clickhouse, 'SELECT count() FROM events')).toEqual([[3]]);
      expect(await rowsOf(clickhouse, 'SELECT count() FROM events_local')).toEqual([[3]]);
    });

    it('finds what is stored, reads sub-columns, and merges sessions', async () => {
      const keys = EVENTS.map((row) => ({
        teamId: 1,
        day: '2026-01-02',
        event: row.event,
        distinctId: row.distinct_id,
        uuid: row.uuid,
      }));
      expect((await findStoredEvents(clickhouse, keys)).size).toBe(3);
      await restoreSessions(clickhouse, keys);
      const read =
        'SELECT DISTINCT e.properties.page.number FROM events AS e PREWHERE e.team_id = 1';
      expect(await rowsOf(clickhouse, read)).toEqual([[3]]);
      const sessions =
        "SELECT uniqExact(session_id_v7), argMaxMerge(distinct_id) IN ('a', 'b') FROM raw_sessions";
      expect(await rowsOf(clickhouse, sessions)).toEqual([[1, 1]]);
    });
  });

  it('removes a project from the tables of every node, and no rows of another project', async () => {
    const clickhouse = await create('loopback_twice');
    const others = EVENTS.map((row) => ({ ...row, uuid: randomUUID(), team_id: 2 }));
    await clickhouse.insertJsonEachRow('events_local', [...EVENTS, ...others]);
    await clickhouse.insertJsonEachRow('person_distinct_id_local', [
      { team_id: 1, distinct_id: 'b', person_id: EVENTS[0]?.person_id, version: 1 },
    ]);
    const sent: string[] = [];
    const onNode: ClickHouse = {
      ...clickhouse,
      command: (sql, options) => {
        sent.push(sql);
        return clickhouse.command(onThisNode(sql), options);
      },
    };
    await removeTenant(onNode, { kind: 'cluster', cluster: 'main' }, 1);
    const left = (table: string) =>
      rowsOf(clickhouse, `SELECT team_id, count() FROM ${table} GROUP BY team_id`);
    // Both shards are the same node, so each row is counted twice.
    expect(await left('events')).toEqual([[2, 6]]);
    expect(await left('raw_sessions')).toEqual([[2, expect.any(Number)]]);
    expect(await left('person_distinct_id')).toEqual([]);
    const parsed = await Promise.all(
      sent.map((sql) =>
        clickhouse.query<[string]>({
          name: 'format',
          sql: 'SELECT formatQuerySingleLine({sql:String})',
          params: { sql },
        }),
      ),
    );
    for (const { rows } of parsed) {
      expect(rows[0]?.[0]).toMatch(/^ALTER TABLE \w+_local ON CLUSTER main /);
    }
    expect(sent).toHaveLength(3);
  });

  it('deletes events on every node, records them, and computes their sessions again', async () => {
    const clickhouse = await create('loopback_twice');
    const [first, second, third] = EVENTS.map(({ uuid }) => uuid);
    await clickhouse.insertJsonEachRow('events_local', EVENTS);
    const sent: string[] = [];
    const onNode: ClickHouse = {
      ...clickhouse,
      command: (sql, options) => {
        sent.push(sql);
        return clickhouse.command(onThisNode(sql), options);
      },
    };
    const topology = { kind: 'cluster', cluster: 'main' } as const;
    const deletion = { teamId: 1, id: randomUUID() };
    const noted = [first, second, third].map((uuid) => ({
      ...{ uuid: uuid ?? '', micros: '1767355200000000' },
      sessionId: '01900000-0000-7000-8000-00000000000c',
    }));
    await noteDeletedEvents(clickhouse, deletion, noted);
    await noteDeletedEvents(clickhouse, deletion, noted);
    expect(await countNotedEvents(clickhouse, deletion)).toBe(3);
    const [page, rest] = [
      await listNotedEvents(clickhouse, deletion, null, 2),
      await listNotedEvents(clickhouse, deletion, null, 9),
    ];
    expect(rest.slice(0, 2)).toEqual(page);
    const [, last] = page;
    expect(await listNotedEvents(clickhouse, deletion, last ?? null, 9)).toEqual(rest.slice(2));
    await deleteEvents(onNode, topology, 1, page);
    await forgetNotedEvents(onNode, topology, deletion, last ?? null);
    expect(await countNotedEvents(clickhouse, deletion)).toBe(2);
    expect(await rowsOf(clickhouse, 'SELECT toString(uuid) FROM events_local')).toEqual([
      [rest[2]?.uuid],
    ]);
    const keys = EVENTS.map(({ uuid, event, distinct_id }) => ({
      ...{ teamId: 1, day: '2026-01-02', event, distinctId: distinct_id, uuid },
    }));
    expect((await findStoredEvents(clickhouse, keys)).size).toBe(3);
    const [session = ''] = await listNotedSessions(clickhouse, deletion, '', 9);
    await repairSessions(onNode, topology, 1, [session]);
    expect(await listNotedSessions(clickhouse, deletion, session, 9)).toEqual([]);
    expect(sent.slice(0, 3).every((sql) => sql.includes("_local ON CLUSTER 'main'"))).toBe(true);
  });

  it('grants projects every table with their rows, except those that only workers read', async () => {
    const clickhouse = await create('loopback');
    const found = await rowsOf(
      clickhouse,
      `SELECT DISTINCT table FROM system.columns
      WHERE database = currentDatabase() AND name = 'team_id' AND NOT endsWith(table, '_local')
        AND table NOT IN (SELECT name FROM system.tables
          WHERE database = currentDatabase() AND engine = 'MaterializedView')
      ORDER BY table`,
    );
    const readByWorkers = ['deleted_events'];
    expect(found.flat()).toEqual([...TENANT_TABLES, ...readByWorkers].sort());
  });

  it('computes joins and sub-selects from the rows of both shards', async () => {
    const clickhouse = await create('loopback_twice');
    await clickhouse.insertJsonEachRow('events_local', EVENTS);
    await clickhouse.insertJsonEachRow('person_distinct_id_overrides_local', [
      { team_id: 1, distinct_id: 'b', person_id: EVENTS[0]?.person_id, version: 1 },
    ]);
    const overrides = `(SELECT distinct_id, argMax(person_id, version) AS person_id
      FROM person_distinct_id_overrides WHERE team_id = 1 GROUP BY distinct_id)`;
    const joined = `SELECT count(), countIf(o.distinct_id != '') FROM events AS e
      LEFT JOIN ${overrides} AS o ON e.distinct_id = o.distinct_id PREWHERE e.team_id = 1`;
    // Both shards have the same rows; the join must not double them again.
    expect(await rowsOf(clickhouse, joined)).toEqual([[6, 2]]);
    const within = `SELECT count() FROM events AS e PREWHERE e.team_id = 1
      WHERE e.distinct_id IN (SELECT distinct_id FROM person_distinct_id_overrides WHERE team_id = 1)`;
    expect(await rowsOf(clickhouse, within)).toEqual([[2]]);
    // The behaviour of a cluster without the settings of this client.
    await expect(
      clickhouse.query({
        name: 'test',
        sql: joined,
        settings: { distributed_product_mode: 'deny' },
      }),
    ).rejects.toMatchObject({ code: 288 });
  });
});
