import { createLogger } from '@tidemark/platform';
import { createDatabase, createProjectRepository } from '@tidemark/postgres';
import { createEmptyClickHouseUrl, createEmptyDatabaseUrl } from '@tidemark/testing';
import { runCommand } from '../program';

const logger = createLogger('test', 'warn');
const KEYS = { BOOTSTRAP_PROJECT_API_KEY: 'phc_mine', BOOTSTRAP_PERSONAL_API_KEY: 'phx_mine' };

async function run(env: Record<string, string>, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
  };
  const code = await runCommand(['migrate', ...args], env, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('tidemark migrate', () => {
  let stores: { DATABASE_URL: string; CLICKHOUSE_URL: string };

  beforeAll(async () => {
    stores = {
      DATABASE_URL: await createEmptyDatabaseUrl(),
      CLICKHOUSE_URL: await createEmptyClickHouseUrl(),
    };
  });

  it('creates both schemas and the first project, and changes nothing the second time', async () => {
    const first = await run({ ...stores, ...KEYS }, '--json');
    expect(first).toMatchObject({ code: 0, err: '' });
    const report = JSON.parse(first.out) as { postgres: string[]; clickhouse: string[] };
    expect(report.postgres.length).toBeGreaterThan(20);
    expect(report.clickhouse).toContain('foundation');
    expect(report).toMatchObject({ bootstrapped: true });

    const second = await run({ ...stores });
    expect(second).toMatchObject({ code: 0, err: '' });
    // The embedded engine does not support users created by SQL.
    expect(second.out).toMatch(
      /^Postgres: up to date\nClickHouse: up to date\nRow policies: not in place: .*\(user_directories\)/,
    );
    const database = createDatabase(stores.DATABASE_URL, { poolSize: 1, logger });
    const project = await createProjectRepository(database).findById(1);
    await database.close();
    expect(project?.apiToken).toBe('phc_mine');
  });

  it('reports missing variables, and fails after the timeout of a store', async () => {
    const none = await run({});
    expect(none.code).toBe(1);
    expect(none.err).toMatch(/DATABASE_URL.*CLICKHOUSE_URL/s);
    const half = await run({ ...stores, BOOTSTRAP_PROJECT_API_KEY: 'phc_x' });
    expect(half.err).toContain('set both or neither');
    const gone = await run({ ...stores, CLICKHOUSE_URL: 'http://127.0.0.1:9' }, '--wait', '2');
    expect(gone.code).toBe(1);
    expect(gone.err).toMatch(/waiting for ClickHouse[\s\S]*ClickHouse does not respond/);
  });
});
