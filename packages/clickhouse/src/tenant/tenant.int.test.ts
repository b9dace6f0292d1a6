import { createLogger } from '@tidemark/platform';
import type { WalledEngine } from '@tidemark/testing';
import { sharedEngineUrls, startWalledEngine } from '@tidemark/testing';
import type { ClickHouse } from '..';
import { createClickHouse, migrate, prepareTenantAccess } from '..';
import { accessStatements } from './access-statements';
import { TENANT_TABLES } from './tenant-tables';

const logger = createLogger('test', 'silent');
const OWN = 7;
const FOREIGN = 8;

/** Current times for tables that delete old rows. */
const TIMES: Readonly<Record<string, object>> = {
  ingestion_warnings: { timestamp: new Date().toISOString() },
  query_log: { query_start_time: new Date().toISOString() },
};

let engine: WalledEngine;
let clickhouse: ClickHouse;

beforeAll(async () => {
  engine = await startWalledEngine();
  clickhouse = createClickHouse({ url: engine.url, logger, tenant: { mode: 'required' } });
  await migrate(clickhouse, { kind: 'single' });
  for (const table of TENANT_TABLES) {
    for (const team_id of [OWN, FOREIGN]) {
      await clickhouse.insertJsonEachRow(table, [{ team_id, ...TIMES[table] }]);
    }
  }
});
afterAll(async () => {
  await clickhouse.close();
  await engine.stop();
});

const teams = async (sql: string, projectId?: number): Promise<unknown[]> => {
  const { rows } = await clickhouse.query<[unknown]>({
    name: 'test',
    sql,
    ...(projectId !== undefined && { projectId }),
  });
  return rows.map(([team]) => team);
};

describe.each(TENANT_TABLES)('statements of a project over %s', (table) => {
  it('return no row of another project, for any statement', async () => {
    const everything = `SELECT DISTINCT t.team_id FROM ${table} AS t PREWHERE t.team_id > 0`;
    expect(await teams(everything, OWN)).toEqual([OWN]);
    expect(await teams(everything, FOREIGN)).toEqual([FOREIGN]);
    expect(
      await teams(`SELECT t.team_id FROM ${table} AS t PREWHERE t.team_id = ${FOREIGN}`, OWN),
    ).toEqual([]);
    expect(await teams(`SELECT uniqExact(team_id) FROM ${table}`, OWN)).toEqual([1]);
  });

  it('are restricted, but statements without a project are not', async () => {
    expect(await teams(`SELECT uniqExact(team_id) FROM ${table}`)).toEqual([2]);
  });
});

describe('statements of a project', () => {
  it('are streamed under the same policies', async () => {
    const rows: string[] = [];
    const stream = await clickhouse.stream({
      name: 'test',
      sql: 'SELECT team_id FROM events',
      projectId: OWN,
      format: 'TabSeparatedRaw',
    });
    for await (const chunk of stream) rows.push(String(chunk));
    expect(rows.join('')).toBe(`${OWN}\n`);
  });

  it('cannot write, nor read other tables', async () => {
    for (const sql of [
      'SELECT * FROM schema_migrations',
      "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
    ]) {
      await expect(teams(sql, OWN)).rejects.toMatchObject({ code: 497 });
    }
    await expect(teams("SELECT 1 INTO OUTFILE '/tmp/x'", OWN)).rejects.toMatchObject({ code: 358 });
  });

  it('have no SETTINGS clause, which could name another project', async () => {
    for (const sql of [
      'SELECT 1 SETTINGS max_threads = 1',
      `SELECT * FROM (SELECT team_id FROM events settings SQL_tidemark_project_id = '${FOREIGN}')`,
    ]) {
      await expect(teams(sql, OWN)).rejects.toThrow('SETTINGS');
    }
    expect(await teams('SELECT `SETTINGS` FROM (SELECT 1 AS `SETTINGS`)', OWN)).toEqual([1]);
  });

  it('can be ended by their id, although their user has no permission for it', async () => {
    const queryId = 'to-be-ended';
    const controller = new AbortController();
    const slow = clickhouse.query({
      name: 'test',
      sql: 'SELECT count() FROM numbers(1000000000000)',
      projectId: OWN,
      queryId,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 200);
    await expect(slow).rejects.toThrow('aborted');
  });
});

describe('preparing the access', () => {
  it('accepts the user and policies of the embedded engine', async () => {
    const given = { mainUrl: engine.url, topology: { kind: 'single' } as const, logger };
    expect(await prepareTenantAccess(clickhouse, given)).toEqual({ isReady: true });
  });

  it('reports what is missing if users cannot be created', async () => {
    const mainUrl = sharedEngineUrls().clickhouse;
    const main = createClickHouse({ url: mainUrl, logger });
    const report = await prepareTenantAccess(main, {
      mainUrl,
      topology: { kind: 'single' },
      logger,
    });
    await main.close();
    expect(report).toEqual({
      isReady: false,
      reason: expect.stringMatching(/^(?:the server has no storage|a grant is missing)/),
    });
  });

  it.each([{ kind: 'single' } as const, { kind: 'cluster', cluster: 'main' } as const])(
    'has only statements that the parser of the engine accepts: $kind',
    async (topology) => {
      const statements = accessStatements(topology, {
        user: 'tidemark`query',
        password: "it's",
        database: 'with space',
      });
      for (const statement of statements) {
        const { rows } = await clickhouse.query<[string]>({
          name: 'format',
          sql: 'SELECT formatQuerySingleLine({statement:String})',
          params: { statement },
        });
        expect(rows[0]?.[0]).toMatch(/^(CREATE USER|ALTER USER|CREATE ROW POLICY|GRANT) /);
      }
    },
  );
});

describe('without a tenant user', () => {
  const url = sharedEngineUrls().clickhouse;

  it('statements run as the main user, and one line is logged', async () => {
    const lines: string[] = [];
    const written = createLogger('test', 'warn', { write: (line: string) => lines.push(line) });
    const auto = createClickHouse({ url, logger: written, tenant: { mode: 'auto' } });
    for (let time = 0; time < 3; time += 1) {
      const { rows } = await auto.query({ name: 'test', sql: 'SELECT 1', projectId: OWN });
      expect(rows).toEqual([[1]]);
    }
    await auto.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /row policies are not in place.*AUTHENTICATION_FAILED|AUTHENTICATION_FAILED.*row policies are not in place/,
    );
  });

  it('reads fail if the policies are required', async () => {
    const required = createClickHouse({ url, logger, tenant: { mode: 'required' } });
    const read = required.query({ name: 'test', sql: 'SELECT 1', projectId: OWN });
    await expect(read).rejects.toMatchObject({ name: 'ClickHouseUnavailableError' });
    await required.close();
  });
});
