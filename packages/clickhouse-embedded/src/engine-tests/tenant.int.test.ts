import { SYSTEM_TABLES } from '../server/system-tables';
import { post, startTestServer, type TestServer } from '../test-support/test-server';

const TENANT = {
  user: 'reader',
  password: 'of one project',
  database: 'default',
  tables: ['events', 'events_local', 'person', 'not_there_yet'],
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ tenant: TENANT });
  const setup = [
    `CREATE TABLE events (team_id Int64, event String, secret String) ENGINE = MergeTree ORDER BY (team_id, event)`,
    `INSERT INTO events SELECT 1 + number % 3 AS team_id, concat('event-', toString(team_id)), concat('secret-', toString(team_id)) FROM numbers(300)`,
    `CREATE TABLE person (team_id Int64, version UInt64) ENGINE = ReplacingMergeTree(version) ORDER BY team_id`,
    `INSERT INTO person VALUES (1, 1), (2, 1)`,
    `CREATE TABLE other (team_id Int64) ENGINE = MergeTree ORDER BY team_id`,
    `CREATE DATABASE elsewhere`,
    `CREATE TABLE elsewhere.events (team_id Int64) ENGINE = MergeTree ORDER BY team_id`,
    `CREATE TABLE events_local AS events ENGINE = Distributed('loopback_twice', default, events)`,
  ];
  for (const statement of setup) expect((await post(server, {}, statement)).status).toBe(200);
});
afterAll(() => server.dispose());

interface SqlResponse {
  readonly code: number | null;
  readonly text: string;
}

async function ask(sql: string, parameters: Record<string, string> = {}): Promise<SqlResponse> {
  const headers = { 'X-ClickHouse-User': TENANT.user, 'X-ClickHouse-Key': TENANT.password };
  const response = await post(server, parameters, sql, headers);
  const code = response.headers.get('x-clickhouse-exception-code');
  return { code: code === null ? null : Number(code), text: await response.text() };
}
const asProject = (sql: string): Promise<SqlResponse> => ask(sql, { SQL_tidemark_project_id: '1' });

describe('the tenant user', () => {
  it.each([
    'SELECT DISTINCT secret FROM events',
    'SELECT DISTINCT secret FROM default.events',
    'SELECT DISTINCT t.secret FROM events AS t PREWHERE t.team_id = 2 OR 1',
    'SELECT DISTINCT secret FROM events WHERE team_id != 2',
    'SELECT DISTINCT secret FROM (SELECT * FROM events)',
    'WITH e AS (SELECT * FROM events) SELECT DISTINCT secret FROM e',
    'SELECT DISTINCT secret FROM events_local',
    'SELECT DISTINCT a.secret FROM events AS a JOIN events AS b ON 1 = 1',
    'SELECT DISTINCT secret FROM view(SELECT * FROM events)',
  ])('reads only rows of its project: %s', async (sql) => {
    expect(await asProject(sql)).toEqual({ code: null, text: 'secret-1\n' });
  });

  it('counts only rows of its project, also with FINAL', async () => {
    expect((await asProject('SELECT count() FROM events')).text).toBe('100\n');
    expect((await asProject('SELECT count() FROM person FINAL')).text).toBe('1\n');
    expect((await asProject('SELECT max(team_id), min(team_id) FROM events')).text).toBe('1\t1\n');
  });

  it('reads no row without a project, or with a project that is not a number', async () => {
    expect((await ask('SELECT count() FROM events')).text).toBe('0\n');
    const wrong = { SQL_tidemark_project_id: '1 OR 1' };
    expect((await ask('SELECT count() FROM events', wrong)).text).toBe('0\n');
    const carried = { query_cache_tag: '1' };
    expect((await ask('SELECT count() FROM events', carried)).text).toBe('0\n');
  });

  it.each([
    [`SELECT * FROM events SETTINGS query_cache_tag = '2'`, 164],
    [`SELECT * FROM (SELECT * FROM events SETTINGS query_cache_tag = '2')`, 164],
    ['SELECT * FROM events SETTINGS readonly = 0', 164],
    [`SELECT * FROM events SETTINGS SQL_tidemark_project_id = '2'`, 164],
    [`SELECT (SELECT max(secret) FROM events SETTINGS query_cache_tag = '2')`, 164],
    [`WITH e AS (SELECT * FROM events SETTINGS query_cache_tag = '2') SELECT * FROM e`, 164],
    [`SELECT * FROM view(SELECT * FROM events /**/ sEtTiNgS\nquery_cache_tag = '2')`, 164],
    [`SELECT 1 UNION ALL (SELECT 1 SETTINGS query_cache_tag = '2')`, 164],
    ['SELECT * FROM other', 497],
    ['SELECT * FROM elsewhere.events', 497],
    [`SELECT * FROM mergeTreeIndex('default', 'events')`, 497],
    ["SELECT * FROM `mergeTreeIndex`('default', 'events')", 497],
    [`SELECT * FROM mergeTreeAnalyzeIndexes('default', 'events')`, 497],
    [`SELECT * FROM remote('127.0.0.1:9000', default.events)`, 497],
    [`SELECT * FROM cluster('loopback', default.events)`, 497],
    [`SELECT * FROM url('http://127.0.0.1/', 'CSV', 'a String')`, 497],
    [`SELECT * FROM loop(events)`, 497],
    [`SELECT hasColumnInTable('default', 'other', 'team_id')`, 497],
    [`INSERT INTO events VALUES (1, 'a', 'b')`, 497],
    ['ALTER TABLE events DELETE WHERE 1', 497],
    ['CREATE TEMPORARY TABLE t (a UInt8)', 497],
    ['SET ROLE owner', 497],
    ['SET ROLE DEFAULT', 497],
    [`SET query_cache_tag = '2'`, 497],
    [`KILL QUERY WHERE 1`, 497],
    ['SYSTEM FLUSH LOGS', 497],
    ['SHOW CREATE TABLE other', 497],
    ['SHOW PROCESSLIST', 497],
    ['SELECT query FROM system.processes', 164],
    ['DESCRIBE TABLE events', 497],
  ])('may not %s', async (sql, code) => {
    const result = await asProject(sql);
    expect(result.code).toBe(code);
    expect(result.text).not.toContain('secret-2');
  });

  it('may not write, even if it sets another mode', async () => {
    const parameters = { SQL_tidemark_project_id: '1', readonly: '0' };
    const result = await ask(`SELECT 1 SETTINGS max_threads = 1`, parameters);
    expect(result.code).toBe(164);
  });

  it.each([
    'tables',
    'columns',
    'databases',
    'parts',
    'parts_columns',
    'mutations',
    'merges',
    'users',
    'grants',
    'row_policies',
    'clusters',
    'query_cache',
    'disks',
    'detached_parts',
  ])('sees no row of system.%s', async (table) => {
    const { code, text } = await asProject(`SELECT count() FROM system.${table}`);
    expect(code === null ? text : code).toEqual(
      ['users', 'grants', 'row_policies'].includes(table) ? 497 : '0\n',
    );
  });

  it('reads no row of information_schema, and no row with merge()', async () => {
    expect((await asProject('SELECT count() FROM information_schema.tables')).text).toBe('0\n');
    const merged = await asProject(`SELECT secret FROM merge('default', '^events$')`);
    expect(merged.text).not.toContain('secret-2');
  });

  it('counts and groups through Distributed tables', async () => {
    expect((await asProject('SELECT count() FROM events_local')).text).toBe('200\n');
    const grouped =
      'SELECT event, count() FROM events_local AS t PREWHERE t.team_id = 1 GROUP BY event';
    expect((await asProject(grouped)).text).toBe('event-1\t200\n');
    expect((await asProject(grouped.replace('= 1', '= 2'))).text).toBe('');
  });

  it('reads tables without a project', async () => {
    expect((await asProject('SELECT number FROM numbers(2)')).text).toBe('0\n1\n');
    expect((await asProject('SELECT 1')).text).toBe('1\n');
  });

  it('is rejected with another password, and other users with its password', async () => {
    const headers = { 'X-ClickHouse-User': TENANT.user, 'X-ClickHouse-Key': server.password };
    expect((await post(server, {}, 'SELECT 1', headers)).status).toBe(403);
    const owner = { 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': TENANT.password };
    expect((await post(server, {}, 'SELECT 1', owner)).status).toBe(403);
  });
});

describe('the main user', () => {
  it('reads and changes all rows, with or without a project', async () => {
    const count = async (parameters: Record<string, string>): Promise<string> =>
      (await post(server, parameters, 'SELECT count() FROM events')).text();
    expect(await count({})).toBe('300\n');
    expect(await count({ SQL_tidemark_project_id: '1' })).toBe('300\n');
    expect((await post(server, {}, 'ALTER TABLE person DELETE WHERE team_id = 9')).status).toBe(
      200,
    );
    const processes = await post(server, {}, 'SELECT count() > 0 FROM system.processes');
    expect(await processes.text()).toBe('1\n');
  });

  it('finds no system table that is missing in the list of policies', async () => {
    const names = `SELECT name FROM system.tables WHERE database = 'system' ORDER BY name`;
    const listed = (await (await post(server, {}, names)).text()).trim().split('\n');
    expect(listed).toEqual([...SYSTEM_TABLES]);
  });
});
